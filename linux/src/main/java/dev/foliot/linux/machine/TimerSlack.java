package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.SystemReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The allowed delay of a thread's timed waits, which lets the kernel wake several at once. See
 * proc_pid_timerslack_ns(5), PR_SET_TIMERSLACK(2const). A new process has 50 us and inherits it
 * from its starter. A smaller slack makes parked threads wake on time. A thread may always read and
 * change its own; another thread's needs CAP_SYS_NICE. Safe for any thread.
 */
public final class TimerSlack {
  private static final String REMEDY = "run as root or with CAP_SYS_NICE, on Linux 4.9 or later";

  private TimerSlack() {}

  /**
   * The slack of thread {@code tid} in nanoseconds; 0 for a real-time thread, which has none.
   *
   * @param root where the kernel's /proc is, usually "/"
   */
  public static Reading<Long> readNs(Path root, long tid) {
    return KernelFiles.attempt(root, files -> read(files, tid));
  }

  /**
   * Changes the slack of thread {@code tid}, and returns the kernel's new value.
   *
   * @param root where the kernel's /proc is, usually "/"
   * @param slackNs nanoseconds, at least 1; 0 restores the thread's default
   * @throws IllegalArgumentException when {@code slackNs} is negative
   */
  public static Reading<Long> writeNs(Path root, long tid, long slackNs) {
    if (slackNs < 0) {
      throw new IllegalArgumentException("slackNs is " + slackNs + ", below 0");
    }
    return KernelFiles.attempt(
        root,
        files -> {
          write(files, tid, slackNs);
          return read(files, tid);
        });
  }

  private static String path(long tid) {
    return "proc/" + tid + "/timerslack_ns";
  }

  private static long read(KernelFiles files, long tid) throws UnreadableException {
    Optional<KernelText> text;
    try {
      text = files.textIfPresent(path(tid));
    } catch (UnreadableException e) {
      throw e.remediedBy(REMEDY);
    }
    return text.orElseThrow(() -> missing(files, tid)).number();
  }

  private static void write(KernelFiles files, long tid, long slackNs) throws UnreadableException {
    Path file = files.root().resolve(path(tid));
    try {
      Files.write(
          file,
          String.valueOf(slackNs).getBytes(StandardCharsets.US_ASCII),
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);
    } catch (NoSuchFileException e) {
      throw missing(files, tid);
    } catch (IOException e) {
      throw KernelFiles.failed(file, "written", e, REMEDY);
    }
  }

  private static UnreadableException missing(KernelFiles files, long tid) {
    return new UnreadableException(
        new SystemReason.FileMissing(
            files.root().resolve(path(tid)).toString(),
            "see whether the thread still lives; use Linux 4.6 or later"));
  }
}
