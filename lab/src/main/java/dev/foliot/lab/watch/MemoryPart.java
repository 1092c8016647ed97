package dev.foliot.lab.watch;

import java.util.Locale;

/** What the memory of a JVM is made of. */
public enum MemoryPart {
  /** Objects, and room for them. */
  JAVA_HEAP,
  /** Classes: metaspace and the compressed class space. */
  METASPACE,
  /** Compiled and generated code. */
  CODE_CACHE,
  /** The stacks of platform threads. */
  THREAD_STACKS,
  /** The memory behind direct byte buffers, as the JDK's pool of them counts it. */
  DIRECT_BUFFERS,
  /** Other memory taken by {@code Unsafe} and the foreign memory API, Netty's own buffers too. */
  OTHER_OFF_HEAP,
  /** What the collector needs beside the heap. */
  GC,
  /** The archive of classes that JVMs share. */
  CDS_ARCHIVE,
  /** The rest of what HotSpot accounts for: compiler, symbols, interned strings, its own books. */
  JVM,
  /** Programs and native libraries. */
  LIBRARIES,
  /** Other files: jars, the image of the JDK's modules, files mapped by the program. */
  MAPPED_FILES,
  /**
   * Native memory that HotSpot does not account for: native libraries', the allocator's spare. A
   * lower bound.
   */
  UNATTRIBUTED;

  /** Its name as it is stored. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a category of Native Memory Tracking belongs to; "Other" is what Unsafe takes. */
  static MemoryPart ofCategory(String category) {
    return switch (category) {
      case "Java Heap" -> JAVA_HEAP;
      case "Class", "Metaspace" -> METASPACE;
      case "Code" -> CODE_CACHE;
      case "Thread Stack" -> THREAD_STACKS;
      case "GC", "GCCardSet" -> GC;
      case "Other" -> OTHER_OFF_HEAP;
      case "Shared class space" -> CDS_ARCHIVE;
      default -> JVM;
    };
  }

  /** What a mapped file belongs to. */
  static MemoryPart ofFile(String path) {
    if (path.endsWith(".jsa")) {
      return CDS_ARCHIVE;
    }
    boolean library = path.endsWith(".so") || path.contains(".so.") || path.contains("/bin/");
    return library ? LIBRARIES : MAPPED_FILES;
  }
}
