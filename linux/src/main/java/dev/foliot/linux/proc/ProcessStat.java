package dev.foliot.linux.proc;

import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.SystemReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process from /proc/PID/stat (proc_pid_stat(5)). Immutable.
 *
 * @param pid the process id
 * @param name its own name, at most 15 arbitrary bytes
 * @param cpuTicks the CPU time of all its threads so far, in {@link ClockTicks}
 * @param startTicks its start, counted from the kernel's; unique together with the id
 * @param nice nice value of its main thread, from -20 (most favoured) to 19
 * @param policy policy of its main thread: 0 the usual one, 1 and 2 real time, 3 batch, 5 idle, 6
 *     deadline
 */
public record ProcessStat(
    long pid, String name, long cpuTicks, long startTicks, int nice, int policy) {
  // Fields of the file, counted from the one after the name, which is field 3.
  private static final int USER = 14 - 3;
  private static final int SYSTEM = 15 - 3;
  private static final int NICE = 19 - 3;
  private static final int START = 22 - 3;
  private static final int POLICY = 41 - 3;

  private static final int MOST_FAVOURED = -20;
  private static final int LEAST_FAVOURED = 19;
  private static final int MOST_POLICY = 100;

  /** Reads it for process {@code pid} from the kernel below {@code root}, usually "/". */
  public static Reading<ProcessStat> of(Path root, long pid) {
    return KernelFiles.attempt(
        root,
        files ->
            read(files, pid)
                .orElseThrow(() ->
                    new UnreadableException(
                        new SystemReason.FileMissing(
                            files.root().resolve("proc/" + pid).toString(),
                            "see whether the process still lives"))));
  }

  /** Reads every visible process; ended and inaccessible ones are left out. */
  public static Reading<List<ProcessStat>> all(Path root) {
    return KernelFiles.attempt(root, ProcessStat::all);
  }

  private static List<ProcessStat> all(KernelFiles files) throws UnreadableException {
    List<ProcessStat> all = new ArrayList<>();
    for (String name : files.namesIfPresent(files.root().resolve("proc")).orElse(List.of())) {
      if (name.matches("[1-9][0-9]{0,9}")) {
        readable(files, Long.parseLong(name)).ifPresent(all::add);
      }
    }
    if (all.isEmpty()) {
      throw new UnreadableException(
          new ProcessReason.NoProcessShown(files.root().resolve("proc").toString()));
    }
    return List.copyOf(all);
  }

  /** Empty, too, when it ended while it was read, or is closed to this user. */
  private static Optional<ProcessStat> readable(KernelFiles files, long pid) {
    try {
      return read(files, pid);
    } catch (UnreadableException e) {
      return Optional.empty();
    }
  }

  private static Optional<ProcessStat> read(KernelFiles files, long pid)
      throws UnreadableException {
    Optional<KernelText> found = files.textIfPresent("proc/" + pid + "/stat");
    if (found.isEmpty()) {
      return Optional.empty();
    }
    KernelText text = found.get();
    String line = text.text();
    // The name is in parentheses and may hold anything, parentheses, spaces and line feeds too.
    int name = line.indexOf('(');
    int afterName = line.lastIndexOf(')');
    List<String> fields =
        afterName < 0 ? List.of() : List.of(line.substring(afterName + 1).strip().split(" +", -1));
    if (name < 0 || afterName < name || fields.size() <= POLICY) {
      throw text.malformed("line", line);
    }
    long user = text.number("utime", fields.get(USER));
    long system = text.number("stime", fields.get(SYSTEM));
    if (user > Long.MAX_VALUE - system) {
      throw text.malformed("utime", fields.get(USER));
    }
    return Optional.of(
        new ProcessStat(
            pid,
            KernelText.shortened(line.substring(name + 1, afterName)),
            user + system,
            text.number("starttime", fields.get(START)),
            nice(text, fields.get(NICE)),
            policy(text, fields.get(POLICY))));
  }

  private static int nice(KernelText text, String field) throws UnreadableException {
    boolean negative = field.startsWith("-");
    long size = text.number("nice", negative ? field.substring(1) : field);
    if (size > (negative ? -MOST_FAVOURED : LEAST_FAVOURED)) {
      throw text.malformed("nice", field);
    }
    return (int) (negative ? -size : size);
  }

  private static int policy(KernelText text, String field) throws UnreadableException {
    long policy = text.number("policy", field);
    if (policy > MOST_POLICY) {
      throw text.malformed("policy", field);
    }
    return (int) policy;
  }
}
