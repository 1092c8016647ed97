package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The command line of a process (proc_pid_cmdline(5)). It may hold secrets. */
public final class CommandLine {
  private CommandLine() {}

  /**
   * The words of the command line of process {@code pid}, the program first. Empty for a process
   * that has ended but was not waited for, and for threads of the kernel. A process may overwrite
   * it.
   *
   * @param root where the kernel's file systems are, usually "/"
   */
  public static Reading<List<String>> of(Path root, long pid) {
    return KernelFiles.attempt(
        root,
        files -> {
          String text =
              files.text("proc/" + pid + "/cmdline", "see whether the process still lives").text();
          String words = text.endsWith("\0") ? text.substring(0, text.length() - 1) : text;
          return words.isEmpty() ? List.of() : Arrays.asList(words.split("\0", -1));
        });
  }
}
