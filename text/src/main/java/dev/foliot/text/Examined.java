package dev.foliot.text;

/** A part of an examination of a live JVM, as reasons name it. */
public enum Examined {
  /** The JVM's code and flags against writes of type checks. */
  FIX("whether it is cured, and at which addresses its classes may lie"),
  /** The size of a cache line, with the assumed size. */
  CACHE_LINE("the size of a cache line; %s bytes are assumed"),
  /** The readers of a field of a class's structure, with that field. */
  FIELD_READERS("who reads %s of a class"),
  /** Whether type checks write at all. */
  TYPE_CHECK_WRITES("whether type checks write"),
  /** The share of CPU time at the checks. */
  CHECK_COST("what the checks cost"),
  /** The threads that write and read. */
  WRITERS_AND_READERS("who writes and who reads"),
  /** The code that writes or reads. */
  CODE("which code does it"),
  /** Carriers that sleep while work is queued. */
  SLEEPING_CARRIERS("carriers that sleep while virtual threads are queued"),
  /** The same if the threads of the pool are unknown. */
  CARRIER_THREADS("carriers that sleep while virtual threads are queued: which threads these are"),
  /** Workers that sleep while tasks are queued. */
  SLEEPING_WORKERS("workers of pools that sleep while tasks are queued"),
  /** The delay of threads after they were woken. */
  WAKE_UPS("how late each woken thread ran"),
  /** Whether a quota stopped the process. */
  THROTTLING("throttling by a quota"),
  /** The amount of direct memory. */
  DIRECT_MEMORY("how much direct memory there is"),
  /** The age of direct memory's owners. */
  DIRECT_OWNERS("which direct buffers belong to old objects"),
  /** The parts of the memory. */
  MEMORY_PARTS("what of the memory is where"),
  /** The JVM's answer to a question. */
  JVM_ANSWERS("what the JVM tells"),
  /** The JVM's own accounting of its memory. */
  JVM_ACCOUNTS("the JVM's own accounts"),
  /** The part of the heap in use. */
  HEAP_USED("how much of the heap is used"),
  /** The time in collections and at safepoints. */
  PAUSES("the time in collections and at safepoints"),
  /** The flags of the JVM. */
  FLAGS("how it compiles, and the threads of its collector"),
  /** How full the code cache is. */
  CODE_CACHE("how full the code cache is"),
  /** The CPUs that it may use. */
  GRANTED_CPUS("whether its GC threads fit the CPUs that it may use"),
  /** The CPU time of its GC threads. */
  GC_CPU("the CPU time of its GC threads"),
  /** Threads that wait for locks. */
  LOCK_WAITS("which threads wait for which lock"),
  /** Pools with blocked workers. */
  BLOCKED_POOLS("pools whose workers are all blocked"),
  /** Objects that wait for their finalizer. */
  FINALIZER_QUEUE("objects that wait for their finalizer"),
  /** Virtual threads without a carrier. */
  VIRTUAL_THREADS("what virtual threads wait for"),
  /** Words of the program's data that threads write, and type checks. */
  WRITTEN_WORDS("which words threads write, and which type checks fail"),
  /** The threads that write the same words. */
  WRITING_THREADS("whether threads write the same words");

  private final String words;

  Examined(String words) {
    this.words = words;
  }

  /** The text for people, with {@code %s} for a detail. */
  public String words() {
    return words;
  }
}
