package dev.foliot.maven.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A folder with a command {@code foliot} that notes its words, leaves a run with a page in its
 * store and ends as asked. The real one is played in checks/end-to-end.
 */
record ScriptedFoliot(Path home) {
  /** Makes it. */
  static ScriptedFoliot ending(Path home, int exit) throws IOException {
    return running(
        home,
        """
        echo 'p99 is 217 ms <&> \u001b[1m'
        [ "$1" = export ] && exit 2
        for word in "$@"; do
          [ -z "$isStore" ] || { mkdir -p "$word/20261101-100000-aaaa"; echo page >"$word/20261101-100000-aaaa/report.html"; }
          isStore=
          [ "$word" != --store ] || isStore=1
        done
        exit %d
        """
            .formatted(exit));
  }

  /** Makes one of other lines of a shell. */
  static ScriptedFoliot running(Path home, String lines) throws IOException {
    Path command = home.resolve("foliot");
    Files.writeString(
        command,
        "#!/bin/sh\nfor word in \"$@\"; do printf '%s\\n' \"$word\"; done >>'"
            + home.resolve("words")
            + "'\n"
            + lines);
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new ScriptedFoliot(home);
  }

  /** The words of all its command lines, in one list. */
  List<String> words() throws IOException {
    return Files.readAllLines(home.resolve("words"));
  }
}
