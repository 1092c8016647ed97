package dev.foliot.hotspot.memory;

import java.util.Locale;

/** The parts of a JVM's memory. */
public enum MemoryPart {
  /** Objects, and room for them. */
  JAVA_HEAP("the Java heap"),
  /** Classes: metaspace and the compressed class space. */
  METASPACE("metaspace (classes)"),
  /** Compiled and generated code. */
  CODE_CACHE("the code cache"),
  /** The stacks of platform threads. */
  THREAD_STACKS("thread stacks"),
  /** The memory behind direct byte buffers, by the count of the JDK's pool for them. */
  DIRECT_BUFFERS("direct buffers"),
  /**
   * Other memory taken by {@code Unsafe} and the foreign memory API, including Netty's own buffers.
   */
  OTHER_OFF_HEAP("other memory taken by Unsafe"),
  /** The collector's memory beside the heap. */
  GC("the collector's own"),
  /** The archive of classes shared between JVMs. */
  CDS_ARCHIVE("the archive of shared classes"),
  /** The rest of HotSpot's accounts: compiler, symbols, interned strings, its own tracking. */
  JVM("the JVM's own"),
  /** Programs and native libraries. */
  LIBRARIES("programs and libraries"),
  /** Other files: jars, the image of the JDK's modules, files mapped by the program. */
  MAPPED_FILES("mapped files"),
  /**
   * The heap and arenas of the C library's malloc, for any user. Only where the users are unknown:
   * in a view from outside, without HotSpot's native memory tracking.
   */
  MALLOC("malloc's heap and arenas"),
  /**
   * Free memory that malloc retains. Known only after malloc returned it to the kernel on request;
   * otherwise part of {@link #UNATTRIBUTED}.
   */
  MALLOC_SPARE("free memory that malloc keeps"),
  /**
   * Native memory outside HotSpot's accounts: native libraries, free memory in the allocator. A
   * lower bound. In a view from outside, all the rest.
   */
  UNATTRIBUTED("the rest, which cannot be told apart");

  private static final String GONE = " (deleted)";

  private final String words;

  MemoryPart(String words) {
    this.words = words;
  }

  /** Its stored name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its name for people. */
  public String words() {
    return words;
  }

  /** The part of a category of Native Memory Tracking; "Other" is memory taken by Unsafe. */
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

  /** The part of a mapped file; ZGC keeps its heap in a file without a name on disk. */
  static MemoryPart ofFile(String named) {
    // an update has replaced the file; the mapping keeps the old content
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
