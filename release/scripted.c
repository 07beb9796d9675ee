/* Plays the fool's mate by UCI, whatever its opponent does: `scripted [FILE]`. With a file it starts a child that lengthens the
 * file until somebody ends it. For tries on systems where no interpreter is at hand. */
#include <stdio.h>
#include <string.h>
#ifdef _WIN32
#include <process.h>
#include <windows.h>
#endif

static const char *const moves[] = {"f2f3", "e7e5", "g2g4", "d8h4"};

static int beat(const char *path) {
#ifdef _WIN32
    for (int beats = 0; beats < 6000; beats++) {
        FILE *file = fopen(path, "ab");
        if (file) {
            fputc('.', file);
            fclose(file);
        }
        Sleep(50);
    }
#endif
    return path == NULL;
}

static void start_beating(const char *program, const char *path) {
#ifdef _WIN32
    _spawnl(_P_NOWAIT, program, "scripted", "beat", path, NULL);
#else
    fprintf(stderr, "%s starts no child for %s here\n", program, path);
#endif
}

/* The move after the position of a line. */
static const char *next(char *line) {
    int played = 0;
    char *at = strstr(line, " moves ");
    for (at = at ? strtok(at + 7, " \r\n") : NULL; at; at = strtok(NULL, " \r\n")) played++;
    return moves[played < 4 ? played : 0];
}

int main(int count, char **arguments) {
    static char line[1 << 16];
    const char *move = moves[0];
    if (count == 3 && !strcmp(arguments[1], "beat")) return beat(arguments[2]);
    if (count == 2) start_beating(arguments[0], arguments[1]);
    setvbuf(stdout, NULL, _IONBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "ucinewgame", 10)) continue;
        if (!strncmp(line, "uci", 3)) puts("id name scripted\nid author torneo\nuciok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "position", 8)) move = next(line);
        if (!strncmp(line, "go", 2)) printf("bestmove %s\n", move);
        if (!strncmp(line, "quit", 4)) break;
    }
    return 0;
}
