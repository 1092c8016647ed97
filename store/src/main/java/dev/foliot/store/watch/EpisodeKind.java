package dev.foliot.store.watch;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an episode of a watched JVM is. */
public enum EpisodeKind {
  /** One stop of the whole JVM, longer than its usual ones. */
  @JsonProperty("stop")
  STOP("stop", "the JVM stood still"),
  /** Collections took more of the time than usual. */
  @JsonProperty("gc")
  GC("collections", "collections stopped the JVM"),
  /** Other safepoints did. */
  @JsonProperty("safepoints")
  SAFEPOINTS("safepoints", "safepoints stopped the JVM, not for collections"),
  /** A thread was late at safepoints. */
  @JsonProperty("time-to-safepoint")
  TIME_TO_SAFEPOINT("late safepoint", "the JVM waited for a thread to reach a safepoint"),
  /** A CPU quota was used up. */
  @JsonProperty("throttling")
  THROTTLING("throttling", "the CPU quota of its control group was used up"),
  /** Threads waited for a CPU. */
  @JsonProperty("cpu-waits")
  CPU_WAITS("waits for a CPU", "threads were ready to run and had no CPU"),
  /** The hypervisor took CPUs. */
  @JsonProperty("steal")
  STEAL("steal", "the hypervisor gave CPUs to another machine"),
  /** Threads waited for locks. */
  @JsonProperty("blocked")
  BLOCKED("blocked threads", "threads waited for a lock"),
  /** Threads became many. */
  @JsonProperty("threads")
  THREADS("threads", "the number of threads grew"),
  /** Memory grew. */
  @JsonProperty("memory")
  MEMORY("memory", "memory grew"),
  /** Fewer requests were answered. */
  @JsonProperty("drop")
  DROP("fewer requests", "fewer requests were answered than before"),
  /** More of them were. */
  @JsonProperty("rise")
  RISE("more requests", "more requests were answered than before"),
  /** Requests were slow. */
  @JsonProperty("slow")
  SLOW("slow requests", "requests were slower than before"),
  /** Requests failed. */
  @JsonProperty("errors")
  ERRORS("errors", "requests failed"),
  /** The process ended. */
  @JsonProperty("ended")
  ENDED("ended", "the process ended"),
  /** It was started again. */
  @JsonProperty("started")
  STARTED("started", "the process was started");

  private final String words;
  private final String sentence;

  EpisodeKind(String words, String sentence) {
    this.words = words;
    this.sentence = sentence;
  }

  /** In a word or two. */
  public String words() {
    return words;
  }

  /** As a part of a sentence. */
  public String sentence() {
    return sentence;
  }
}
