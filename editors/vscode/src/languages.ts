// The languages that the server knows, wherever their text lies.

export const LANGUAGES = ["vgn", "pgn"] as const;
