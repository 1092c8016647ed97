package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;

/**
 * A finding on CPUs or memory: any except shared cache lines. In JSON, its parts are merged into
 * one object.
 *
 * @param kind its kind
 * @param grade its severity
 * @param subject its subject: a group of threads, a part of the memory
 * @param evidence the figures, most significant first
 * @param advice its explanation and remedies
 */
public record ResourceFinding(
    Kind kind,
    @JsonUnwrapped Grade grade,
    String subject,
    List<Evidence> evidence,
    @JsonUnwrapped Advice advice)
    implements Finding {
  /** What it is. */
  public enum Kind {
    /** Runnable threads wait for a CPU. */
    @JsonProperty("cpu-starvation")
    @JsonAlias("run-queue-wait")
    CPU_STARVATION("threads wait for a CPU"),
    /** Woken threads run late. */
    @JsonProperty("late-wake-up")
    LATE_WAKE_UP("threads run late after they are woken"),
    /** Threads move between CPUs. */
    @JsonProperty("migrations")
    MIGRATIONS("threads move from CPU to CPU"),
    /** A worker or carrier sleeps while work is queued. */
    @JsonProperty("parked-worker")
    PARKED_WORKER("a worker stays parked while work is queued"),
    /** A cgroup's quota stops the process. */
    @JsonProperty("throttling")
    THROTTLING("the quota stops the process"),
    /** The hypervisor gives the CPUs to others. */
    @JsonProperty("steal")
    STEAL("the hypervisor takes the CPUs away"),
    /** Direct memory with old owners, which waits for a global collection. */
    @JsonProperty("promoted-buffers")
    PROMOTED_BUFFERS("direct buffers wait for a global collection"),
    /** Memory outside of the heap grows. */
    @JsonProperty("native-memory-growth")
    @JsonAlias("native-growth")
    NATIVE_MEMORY_GROWTH("memory outside of the heap grows"),
    /** The stacks of threads are much of the memory. */
    @JsonProperty("thread-stacks")
    THREAD_STACKS("thread stacks take much of the memory"),
    /** There are steadily more threads. */
    @JsonProperty("thread-growth")
    THREAD_GROWTH("there are steadily more threads"),
    /** Direct memory grows. */
    @JsonProperty("direct-memory-growth")
    DIRECT_MEMORY_GROWTH("direct memory grows"),
    /** Metaspace grows. */
    @JsonProperty("metaspace-growth")
    METASPACE_GROWTH("metaspace grows"),
    /** Much memory lies in the arenas of glibc's malloc. */
    @JsonProperty("malloc-arenas")
    MALLOC_ARENAS("arenas of malloc take much of the memory"),
    /** Collections take much of the time. */
    @JsonProperty("gc-pressure")
    GC_PRESSURE("collections take much of the time"),
    /** Safepoints that are no collections take much of the time. */
    @JsonProperty("safepoints")
    SAFEPOINTS("safepoints stop all threads"),
    /** Threads reach safepoints late. */
    @JsonProperty("time-to-safepoint")
    TIME_TO_SAFEPOINT("threads reach safepoints late"),
    /** The code cache is full. */
    @JsonProperty("code-cache-full")
    CODE_CACHE_FULL("the code cache is full"),
    /** The compilers are off. */
    @JsonProperty("compiler-disabled")
    COMPILER_DISABLED("the compilers are off"),
    /** Code is interpreted, or compiled by C1 alone. */
    @JsonProperty("interpreted")
    INTERPRETED("code is not fully compiled"),
    /** The live heap grows. */
    @JsonProperty("heap-growth")
    HEAP_GROWTH("the live heap grows"),
    /** The number of GC threads does not fit the CPUs. */
    @JsonProperty("gc-threads")
    GC_THREADS("the GC threads do not fit the CPUs"),
    /** Threads wait for each other in a circle. */
    @JsonProperty("deadlock")
    DEADLOCK("deadlock"),
    /** Threads wait for a lock. */
    @JsonProperty("lock-contention")
    LOCK_CONTENTION("threads wait for a lock"),
    /** All workers of a pool are blocked while tasks wait. */
    @JsonProperty("exhausted-pool")
    EXHAUSTED_POOL("all workers of a pool are blocked while tasks wait"),
    /** Tasks of a pool wait for the same object, which no thread owns. */
    @JsonProperty("shared-wait")
    SHARED_WAIT("many tasks wait for the same object"),
    /** A thread that serves many connections is blocked. */
    @JsonProperty("blocked-event-loop")
    BLOCKED_EVENT_LOOP("an event loop is blocked"),
    /** Carriers are blocked together with the virtual threads that they run. */
    @JsonProperty("pinned-carriers")
    PINNED_CARRIERS("pinned virtual threads block their carriers"),
    /** Dead objects wait for their finalizer. */
    @JsonProperty("finalizer-backlog")
    FINALIZER_BACKLOG("dead objects wait for their finalizer"),
    /** The program throws many exceptions. */
    @JsonProperty("exceptions")
    EXCEPTIONS("many exceptions"),
    /** Compiled code is left at the same places again and again. */
    @JsonProperty("deoptimisation")
    DEOPTIMISATION("compiled code is left again and again"),
    /** Threads wait for files or sockets. */
    @JsonProperty("blocking-io")
    BLOCKING_IO("threads wait for I/O"),
    /** Threads write the same word of the program's data. */
    @JsonProperty("contended-word")
    CONTENDED_WORD("threads write the same word"),
    /** Threads write different words of one cache line of the program's data. */
    @JsonProperty("contended-line")
    CONTENDED_LINE("false sharing of data"),
    /** Type checks search all supertypes of a class in vain. */
    @JsonProperty("failed-type-checks")
    FAILED_TYPE_CHECKS("type checks search in vain");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  /** Keeps a copy and checks that nothing is missing. */
  public ResourceFinding {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(grade, "grade");
    Objects.requireNonNull(subject, "subject");
    evidence = List.copyOf(evidence);
    Objects.requireNonNull(advice, "advice");
  }

  @Override
  public String title() {
    return kind.words();
  }
}
