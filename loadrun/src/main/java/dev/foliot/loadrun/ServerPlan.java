package dev.foliot.loadrun;

import dev.foliot.linux.CpuList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server that a load test watches. Immutable. */
public sealed interface ServerPlan {
  /**
   * A server that the load test starts, before each round, and ends after it.
   *
   * @param words its command, an argument list; no shell reads it
   * @param cpus where it may run, null for all
   */
  record Command(List<String> words, @Nullable CpuList cpus) implements ServerPlan {
    /** Keeps a copy. */
    public Command {
      words = List.copyOf(words);
    }
  }

  /**
   * A server that runs already.
   *
   * @param pid of its process; its children are watched too
   */
  record Running(long pid) implements ServerPlan {}
}
