package dev.foliot.hotspot.memory;

import java.util.Locale;

/** What the memory of a JVM is made of. */
public enum MemoryPart {
  /** Objects, and room for them. */
  JAVA_HEAP("the Java heap"),
  /** Classes: metaspace and the compressed class space. */
  METASPACE("metaspace (classes)"),
  /** Compiled and generated code. */
  CODE_CACHE("the code cache"),
  /** The stacks of platform threads. */
  THREAD_STACKS("thread stacks"),
  /** The memory behind direct byte buffers, as the JDK's pool of them counts it. */
  DIRECT_BUFFERS("direct buffers"),
  /** Other memory taken by {@code Unsafe} and the foreign memory API, Netty's own buffers too. */
  OTHER_OFF_HEAP("other memory taken by Unsafe"),
  /** What the collector needs beside the heap. */
  GC("the collector's own"),
  /** The archive of classes that JVMs share. */
  CDS_ARCHIVE("the archive of shared classes"),
  /** The rest of what HotSpot accounts for: compiler, symbols, interned strings, its own books. */
  JVM("the JVM's own"),
  /** Programs and native libraries. */
  LIBRARIES("programs and libraries"),
  /** Other files: jars, the image of the JDK's modules, files mapped by the program. */
  MAPPED_FILES("mapped files"),
  /**
   * What lies in the heap and the arenas of the C library's malloc, whoever took it. Only where
   * nobody tells who: as seen from outside, without HotSpot's books.
   */
  MALLOC("malloc's heap and arenas"),
  /**
   * What malloc keeps though it is free. Only where it was asked to give that back, and what fell
   * is known; elsewhere it is among {@link #UNATTRIBUTED}.
   */
  MALLOC_SPARE("free memory that malloc keeps"),
  /**
   * Native memory that HotSpot does not account for: native libraries', the allocator's spare. A
   * lower bound. As seen from outside, the rest, whoever it belongs to.
   */
  UNATTRIBUTED("the rest, which cannot be told apart");

  private static final String GONE = " (deleted)";

  private final String words;

  MemoryPart(String words) {
    this.words = words;
  }

  /** Its name as it is stored. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** What a category of Native Memory Tracking belongs to; "Other" is what Unsafe takes. */
  public static MemoryPart ofCategory(String category) {
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

  /** What a mapped file belongs to; ZGC keeps its heap in one that has no name on disk. */
  static MemoryPart ofFile(String named) {
    // an update has replaced the file; what is mapped is still what it was
    String path = named.endsWith(GONE) ? named.substring(0, named.length() - GONE.length()) : named;
    if (path.endsWith(".jsa") || path.endsWith(".aot")) {
      return CDS_ARCHIVE;
    }
    if (path.startsWith("/memfd:java_heap")) {
      return JAVA_HEAP;
    }
    boolean library = path.endsWith(".so") || path.contains(".so.") || path.contains("/bin/");
    return library ? LIBRARIES : MAPPED_FILES;
  }
}
