package dev.foliot.diagnose.watch;

import dev.foliot.linux.proc.InnerPid;
import dev.foliot.linux.proc.Threads;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Translates a process's own thread ids to the ids here. For one thread.
 *
 * <p>They differ if the process has its own PID namespace, as in a container.
 */
public final class HostThreads {
  /** No thread has it. */
  private static final long NONE = 0;

  private final Path root;
  private final long pid;
  private final boolean differ;
  private final Map<Long, Long> byInner = new HashMap<>();

  /** For a process, below {@code root} of the kernel's files. */
  public HostThreads(Path root, long pid) {
    this.root = root;
    this.pid = pid;
    differ = InnerPid.of(root, pid).map(inner -> inner != pid).orElse(false);
  }

  /** Reads the current threads. */
  public void renew() {
    if (!differ) {
      return;
    }
    Map<Long, Long> now = new HashMap<>();
    for (long tid : Threads.of(root, pid).orElse(List.of())) {
      InnerPid.ofThread(root, pid, tid).toOptional().ifPresent(inner -> now.put(inner, tid));
    }
    byInner.clear();
    byInner.putAll(now);
  }

  /** The id here; if unknown, one that no thread has. */
  public long of(long inner) {
    return differ ? byInner.getOrDefault(inner, NONE) : inner;
  }
}
