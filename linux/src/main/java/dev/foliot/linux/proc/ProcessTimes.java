package dev.foliot.linux.proc;

import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.List;

/**
 * The CPU times of a process from /proc/PID/stat (proc_pid_stat(5)). Immutable.
 *
 * <p>The process's own times include its ended threads.
 *
 * @param userTicks its own time in user mode, in {@link ClockTicks}
 * @param systemTicks its own time in kernel mode
 * @param reapedUserTicks user time of ended children that it has waited for
 * @param reapedSystemTicks kernel time of the same children
 * @param threads number of its threads now
 * @param startTicks its start; unique together with its id
 */
public record ProcessTimes(
    long userTicks,
    long systemTicks,
    long reapedUserTicks,
    long reapedSystemTicks,
    long threads,
    long startTicks) {
  // Fields of the file, counted from the one after the name, which is field 3.
  private static final int USER = 14 - 3;
  private static final int THREADS = 20 - 3;
  private static final int START = 22 - 3;

  /**
   * Reads it for process {@code pid} from the kernel below {@code root}, usually "/". Unavailable
   * when the process has ended and was waited for.
   */
  public static Reading<ProcessTimes> of(Path root, long pid) {
    return KernelFiles.attempt(root, files -> read(files, pid));
  }

  private static ProcessTimes read(KernelFiles files, long pid) throws UnreadableException {
    KernelText text = files.text("proc/" + pid + "/stat", "see whether the process still lives");
    // The name is in parentheses and may hold anything, parentheses and line feeds too.
    int afterName = text.text().lastIndexOf(')') + 1;
    List<String> fields = List.of(text.text().substring(afterName).strip().split(" +", -1));
    if (afterName == 0 || fields.size() <= START) {
      throw text.malformed("line", text.text());
    }
    long[] times = text.numbers("CPU times", fields.subList(USER, USER + 4), 4);
    return new ProcessTimes(
        times[0],
        times[1],
        times[2],
        times[3],
        text.number("num_threads", fields.get(THREADS)),
        text.number("starttime", fields.get(START)));
  }
}
