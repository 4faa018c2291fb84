# scid.tcl FILE...: prints the games of PGN files as Scid has read them, after each a line with the control character RS,
# after those of a file what Scid says of it and a line with GS.
fconfigure stdout -encoding binary -translation lf
set base [sc_info clipbase]
sc_base switch $base
foreach file $argv {
    set said [catch {sc_base import $base $file} result]
    for {set number 1} {$number <= [sc_base numGames $base]} {incr number} {
        sc_game load $number
        puts [sc_game pgn -tags 1 -comments 1 -variations 1 -width 1000000 -symbols 0]
        puts "\x1e"
    }
    puts [expr {$said ? $result : [lindex $result 1]}]
    puts "\x1d"
    sc_clipbase clear
}
