package dev.foliot.text;

/** A part of an examination of a live JVM, as a reason names it that it could not be examined. */
public enum Examined {
  /** Which code and flags the JVM has against writes of type checks. */
  FIX("whether it is cured, and at which addresses its classes may lie"),
  /** How large a cache line is; of the size that is assumed. */
  CACHE_LINE("the size of a cache line; %s bytes are assumed"),
  /** Who reads a field of a class's structure; of that field. */
  FIELD_READERS("who reads %s of a class"),
  /** Whether type checks write at all. */
  TYPE_CHECK_WRITES("whether type checks write"),
  /** What share of the CPU time is at the checks. */
  CHECK_COST("what the checks cost"),
  /** Which threads write and which read. */
  WRITERS_AND_READERS("who writes and who reads"),
  /** Which code writes or reads. */
  CODE("which code does it"),
  /** Which carriers sleep beside queued work. */
  SLEEPING_CARRIERS("carriers that sleep while virtual threads are queued"),
  /** The same where the threads of the pool are not known. */
  CARRIER_THREADS("carriers that sleep while virtual threads are queued: which threads these are"),
  /** Which workers sleep beside queued tasks. */
  SLEEPING_WORKERS("workers of pools that sleep while tasks are queued"),
  /** How late each thread ran after it was woken. */
  WAKE_UPS("how late each woken thread ran"),
  /** Whether a quota stopped the process. */
  THROTTLING("throttling by a quota"),
  /** How much direct memory there is. */
  DIRECT_MEMORY("how much direct memory there is"),
  /** How old the owners of direct memory are. */
  DIRECT_OWNERS("which direct buffers belong to old objects"),
  /** What the memory is made of. */
  MEMORY_PARTS("what of the memory is where"),
  /** What the JVM answers when it is asked. */
  JVM_ANSWERS("what the JVM tells"),
  /** The JVM's own accounts of its memory. */
  JVM_ACCOUNTS("the JVM's own accounts"),
  /** How much of the heap objects take. */
  HEAP_USED("how much of the heap is used");

  private final String words;

  Examined(String words) {
    this.words = words;
  }

  /** For people, with {@code %s} where there is more to tell. */
  String words() {
    return words;
  }
}
