package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resource limits in force for a process (getrlimit(2), proc_pid_limits(5)). The process may
 * raise them up to its hard limits. Immutable; an empty limit means unlimited.
 *
 * @param openFiles file descriptors
 * @param processes threads and processes of its user
 * @param lockedBytes bytes of lockable memory, including perf's buffers
 */
public record ProcessLimits(
    OptionalLong openFiles, OptionalLong processes, OptionalLong lockedBytes) {
  private static final Pattern LINE =
      Pattern.compile("(Max [a-z ]{1,30}?) {2,}(unlimited|[0-9]{1,20}) .*");
  private static final String UNLIMITED = "unlimited";

  /** Reads it for process {@code pid} from the kernel below {@code root}, usually "/". */
  public static Reading<ProcessLimits> of(Path root, long pid) {
    return KernelFiles.attempt(root, files -> read(files, pid));
  }

  private static ProcessLimits read(KernelFiles files, long pid) throws UnreadableException {
    KernelText text = files.text("proc/" + pid + "/limits", "see whether the process still lives");
    Map<String, String> limits = new TreeMap<>();
    for (String line : text.lines()) {
      Matcher found = LINE.matcher(line);
      if (found.matches()) {
        limits.putIfAbsent(found.group(1), found.group(2));
      }
    }
    return new ProcessLimits(
        limit(text, limits, "Max open files"),
        limit(text, limits, "Max processes"),
        limit(text, limits, "Max locked memory"));
  }

  private static OptionalLong limit(KernelText text, Map<String, String> limits, String name)
      throws UnreadableException {
    String value = limits.get(name);
    if (value == null) {
      throw text.missing(name);
    }
    return value.equals(UNLIMITED)
        ? OptionalLong.empty()
        : OptionalLong.of(text.number(name, value));
  }
}
