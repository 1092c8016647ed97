package dev.foliot.linux.proc;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.List;

/**
 * The CPU of a thread, now or last, from /proc/PID/task/TID/stat (proc_pid_stat(5)). Immutable.
 *
 * @param cpu the number of the CPU
 */
public record ThreadPlace(int cpu) {
  /** Field 39, "processor", counted from the one after the name, which is field 3. */
  private static final int PROCESSOR = 39 - 3;

  /**
   * Reads it for thread {@code tid} of process {@code pid} from the kernel below {@code root},
   * usually "/". Unavailable when the thread has ended.
   */
  public static Reading<ThreadPlace> of(Path root, long pid, long tid) {
    return KernelFiles.attempt(root, files -> read(files, pid, tid));
  }

  private static ThreadPlace read(KernelFiles files, long pid, long tid)
      throws UnreadableException {
    KernelText text =
        files.text(Threads.path(pid, tid) + "/stat", "see whether the thread still lives");
    String line = text.requiredLine();
    // the name is in parentheses and may hold anything, parentheses and spaces too
    int afterName = line.lastIndexOf(')') + 1;
    List<String> fields = List.of(line.substring(afterName).strip().split(" +"));
    if (afterName == 0 || fields.size() <= PROCESSOR) {
      throw text.missing("processor");
    }
    long cpu = text.number("processor", fields.get(PROCESSOR));
    if (cpu > CpuList.MAX_CPU) {
      throw text.malformed("processor", fields.get(PROCESSOR));
    }
    return new ThreadPlace((int) cpu);
  }
}
