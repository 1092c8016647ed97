package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.SystemReason;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The threads of a process (proc_pid_task(5)). */
public final class Threads {

  private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,9}");

  private Threads() {}

  /**
   * The thread ids of process {@code pid}, ascending, from the kernel below {@code root}, usually
   * "/". Threads come and go while this reads; the main thread's id is the process id.
   */
  public static Reading<List<Long>> of(Path root, long pid) {
    return KernelFiles.attempt(root, files -> read(files, pid));
  }

  /**
   * The process of thread {@code id}, from the kernel below {@code root}, usually "/"; for a
   * process id the same number. The kernel shows a thread's files below its own id, too.
   */
  public static Reading<Long> processOf(Path root, long id) {
    return KernelFiles.attempt(
        root,
        files -> {
          KernelText text =
              files.text("proc/" + id + "/status", "see whether the process still lives");
          return text.number("Tgid", text.requiredField("Tgid"));
        });
  }

  /** The directory of a thread. */
  static String path(long pid, long tid) {
    return "proc/" + pid + "/task/" + tid;
  }

  private static List<Long> read(KernelFiles files, long pid) throws UnreadableException {
    Path tasks = files.root().resolve("proc/" + pid + "/task");
    List<Long> tids =
        files
            .namesIfPresent(tasks)
            .orElseThrow(() ->
                new UnreadableException(new SystemReason.NoSuchProcess(tasks.toString(), pid)))
            .stream()
            .filter(name -> ID.matcher(name).matches())
            .map(Long::valueOf)
            .sorted()
            .toList();
    return tids;
  }
}
