/* A program of Windows that starts others: see tests/windows_smoke.py.
 *
 * With a command it runs that in its own console, and ends with 0 if the console then obeys codes of colours, with 1 if
 * it prints them. Without one it prints its process's number, and stays. */
#include <stdio.h>
#include <windows.h>

int main(void) {
  wchar_t *line = GetCommandLineW();
  /* Behind the program's own name. */
  for (int quoted = 0; *line && (quoted || *line != L' '); line++) quoted ^= *line == L'"';
  while (*line == L' ') line++;
  if (!*line) {
    printf("%lu\n", GetCurrentProcessId());
    fflush(stdout);
    Sleep(INFINITE);
  }
  STARTUPINFOW startup = {.cb = sizeof startup};
  PROCESS_INFORMATION child;
  if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child)) return 2;
  WaitForSingleObject(child.hProcess, INFINITE);
  DWORD mode = 0;
  GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode);
  return mode & 4 /* ENABLE_VIRTUAL_TERMINAL_PROCESSING */ ? 0 : 1;
}
