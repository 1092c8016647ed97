package dev.foliot.diagnose.scheduler;

import dev.foliot.linux.InnerPid;
import dev.foliot.linux.Threads;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ids that threads of a process have here, by those that the process itself knows them by. They
 * differ where it lives in a PID namespace of its own, as in a container. For one thread.
 */
final class HostThreads {
  /** No thread has it. */
  private static final long NONE = 0;

  private final Path root;
  private final long pid;
  private final boolean differ;
  private final Map<Long, Long> byInner = new HashMap<>();

  /** Of a process, below {@code root} of the kernel's files. */
  HostThreads(Path root, long pid) {
    this.root = root;
    this.pid = pid;
    differ = InnerPid.of(root, pid).map(inner -> inner != pid).orElse(false);
  }

  /** Reads what threads there are now. */
  void renew() {
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

  /** The id here; one that no thread has, where it is not known. */
  long of(long inner) {
    return differ ? byInner.getOrDefault(inner, NONE) : inner;
  }
}
