package dev.foliot.store.explain;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What stopped a thread or a JVM, in order: where several lie over each other, the first one is the
 * cause. The order goes from the measuring program and what stops a JVM from outside to what
 * happens inside, thread by thread.
 */
public enum StopKind {
  /** The load generator stood still, or was late by itself: the tested program is not the cause. */
  @JsonProperty("generator")
  GENERATOR("the load generator itself was late or stood still"),
  /** A signal or a debugger stopped the process. */
  @JsonProperty("stopped")
  STOPPED("the process was stopped by a signal (SIGSTOP) or a debugger", Halted.FROM_OUTSIDE),
  /** A collector stopped the JVM. */
  @JsonProperty("gc-pause")
  GC_PAUSE("garbage collection stopped the JVM", Halted.BY_ITSELF),
  /** The JVM waited for its threads to stop. */
  @JsonProperty("time-to-safepoint")
  TIME_TO_SAFEPOINT("the JVM waited for a thread to reach a safepoint", Halted.BY_ITSELF),
  /** The JVM stopped for another reason than a collection. */
  @JsonProperty("safepoint")
  SAFEPOINT("the JVM stopped at a safepoint, not for a collection", Halted.BY_ITSELF),
  /** The CPU quota of a control group was used up. */
  @JsonProperty("throttling")
  THROTTLING("the CPU quota of its control group was used up", Halted.FROM_OUTSIDE),
  /** A measuring thread, or one of a watched server, was ready to run and had no CPU. */
  @JsonProperty("run-queue")
  RUN_QUEUE("threads were ready to run and had no CPU"),
  /** The hypervisor took the CPU. */
  @JsonProperty("steal")
  STEAL("the hypervisor gave the CPU to another machine"),
  /** The JVM and a process outside of it stood still at the same time. */
  @JsonProperty("machine")
  MACHINE("the machine stood still: a process outside of the JVM stopped at the same time"),
  /** A thread loaded classes. */
  @JsonProperty("class-loading")
  CLASS_LOADING("classes were loaded"),
  /** A thread forced a file to its disk. */
  @JsonProperty("fsync")
  FSYNC("a file was forced to its disk (fsync)"),
  /** A thread read or wrote a file. */
  @JsonProperty("file-io")
  FILE_IO("a file was read or written"),
  /** A thread touched memory that the kernel had to read from a disk. */
  @JsonProperty("page-fault")
  PAGE_FAULT("memory had to be read from a disk (major page faults)"),
  /** A thread waited in the kernel, and no signal would have woken it. */
  @JsonProperty("disk-wait")
  DISK_WAIT("a thread waited in the kernel, usually for a disk"),
  /** A thread waited for a socket. */
  @JsonProperty("socket-io")
  SOCKET_IO("a thread waited for a socket"),
  /** A virtual thread blocked its carrier. */
  @JsonProperty("pinned")
  PINNED("a virtual thread blocked its carrier (pinned)"),
  /** A thread waited to enter a monitor. */
  @JsonProperty("monitor")
  MONITOR("a thread waited for a lock (synchronized)"),
  /** A thread was parked. */
  @JsonProperty("park")
  PARK("a thread was parked: it waited for a lock, a queue or another thread"),
  /** A thread slept, or waited to be notified. */
  @JsonProperty("sleep")
  SLEEP("a thread slept or waited to be notified (sleep, Object.wait)"),
  /** Compiled code was left, and its method ran interpreted until it was compiled again. */
  @JsonProperty("deoptimisation")
  DEOPTIMISATION("compiled code was discarded; its method ran interpreted for a while"),
  /** An earlier message took long by itself. */
  @JsonProperty("slow-message")
  SLOW_MESSAGE("an earlier message took long, and the others waited behind it"),
  /** A request was sent, and the server's access log did not count its time yet, or no more. */
  @JsonProperty("outside-server")
  OUTSIDE_SERVER(
      "requests waited where the server's log does not count: for its threads or a CPU for them, on"
          + " the network, or to be read by the generator");

  /** All that stop a whole JVM. */
  public static final Set<StopKind> OF_JVM = where(kind -> kind.jvm != null);

  /** Those by which a JVM stops itself: a flight recording has them too, and more exactly. */
  public static final Set<StopKind> BY_JVM = where(kind -> kind.jvm == Halted.BY_ITSELF);

  /** How a whole JVM is stopped. */
  private enum Halted {
    FROM_OUTSIDE,
    BY_ITSELF
  }

  private final String sentence;
  private final @Nullable Halted jvm;

  /** Stops threads, the generator or a machine. */
  StopKind(String sentence) {
    this(sentence, null);
  }

  StopKind(String sentence, @Nullable Halted jvm) {
    this.sentence = sentence;
    this.jvm = jvm;
  }

  private static Set<StopKind> where(Predicate<StopKind> is) {
    Set<StopKind> kinds = EnumSet.allOf(StopKind.class);
    kinds.removeIf(is.negate());
    return Collections.unmodifiableSet(kinds);
  }

  /** In words. */
  public String sentence() {
    return sentence;
  }

  /** The kind of a code; empty for one that this version does not know. */
  public static Optional<StopKind> of(String code) {
    return Arrays.stream(values()).filter(kind -> kind.code().equals(code)).findFirst();
  }

  /** As in JSON: {@code gc-pause}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
