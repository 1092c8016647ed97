package dev.foliot.checks.specimens;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The known truth about a specimen. A star at the end of a class or thread name stands for a part
 * that only the running JVM knows, such as the suffix of a hidden class.
 *
 * @param name its name on the command line
 * @param what its behaviour, in a sentence
 * @param kind its problem if affected
 * @param sickOn the JDKs that it is affected on; empty for a control
 * @param className the class in question, as {@link Class#getName()} gives it; empty for none
 * @param also further classes with the same problem
 * @param loader of the class: {@code app}, {@code bootstrap} or the name of the loader's class
 * @param interfaces the cache's alternating values, actual or possible; for deep hierarchies
 *     classes
 * @param writers the threads that write
 * @param readers the threads that read the neighbour, or the written word, and do not write
 * @param sites the methods with the casts, as {@code Class.getName() + "." + method}
 * @param neighbour the field that is read, if the kind depends on the Klass's address
 * @param isLowAllowed whether a finding of severity low is correct as well
 * @param since the feature version that it needs
 */
public record Truth(
    String name,
    String what,
    Kind kind,
    List<Jdk> sickOn,
    String className,
    List<String> also,
    String loader,
    List<String> interfaces,
    List<String> writers,
    List<String> readers,
    List<String> sites,
    Optional<Neighbour> neighbour,
    boolean isLowAllowed,
    int since) {
  /** Keeps copies. */
  public Truth {
    sickOn = List.copyOf(sickOn);
    also = List.copyOf(also);
    interfaces = List.copyOf(interfaces);
    writers = List.copyOf(writers);
    readers = List.copyOf(readers);
    sites = List.copyOf(sites);
  }

  /** Whether it is affected on any JDK. */
  public boolean isSick() {
    return kind != Kind.NONE;
  }

  /** Whether it is affected on such a JDK; if the address decides, see {@link #isSickAt}. */
  public boolean isSickOn(Jdk jdk) {
    return sickOn.contains(jdk);
  }

  /**
   * Whether it is affected with its Klass at an address, on an affected JDK.
   *
   * @param klassAddress in the running JVM
   * @param lineBytes of a cache line
   */
  public boolean isSickAt(long klassAddress, int lineBytes) {
    return neighbour.map(field -> field.sharesLine(klassAddress, lineBytes)).orElse(isSick());
  }

  /** Whether a class of this name is one of those in question. */
  public boolean isAbout(String type) {
    return Stream.concat(Stream.of(className), also.stream())
        .anyMatch(known -> matches(known, type));
  }

  /** Whether a thread of this name, possibly cut by the kernel, is one of the writers. */
  public boolean isWriter(String thread) {
    return writers.stream().anyMatch(known -> matches(known, thread));
  }

  /**
   * Whether a frame, such as {@code com.acme.Router.route} with any suffix, is in a class with a
   * cast in question. Debug information may name the surrounding method.
   */
  public boolean isSite(String frame) {
    return sites.stream()
        .map(site -> site.substring(0, site.lastIndexOf('.') + 1))
        .anyMatch(frame::startsWith);
  }

  /** A copy with the classes' names in this JVM. */
  Truth in(Cast cast) {
    if (cast.classes().isEmpty()) {
      return this;
    }
    List<String> names = cast.classes().stream().map(Class::getName).toList();
    return new Truth(
        name,
        what,
        kind,
        sickOn,
        names.get(0),
        names.subList(1, names.size()),
        loader,
        interfaces,
        writers,
        readers,
        sites,
        neighbour,
        isLowAllowed,
        since);
  }

  /** As one line of JSON; {@code neighbour} is null if the address does not matter. */
  public String json() {
    return "{\"name\":"
        + Json.text(name)
        + ",\"sick\":"
        + isSick()
        + ",\"kind\":"
        + Json.text(kind.text())
        + ",\"sick_on\":"
        + Json.list(sickOn.stream().map(Jdk::text).toList())
        + ",\"class\":"
        + Json.text(className)
        + ",\"also\":"
        + Json.list(also)
        + ",\"loader\":"
        + Json.text(loader)
        + ",\"interfaces\":"
        + Json.list(interfaces)
        + ",\"writer_threads\":"
        + Json.list(writers)
        + ",\"reader_threads\":"
        + Json.list(readers)
        + ",\"sites\":"
        + Json.list(sites)
        + ",\"neighbour\":"
        + neighbour.map(Truth::json).orElse("null")
        + ",\"low_allowed\":"
        + isLowAllowed
        + ",\"since\":"
        + since
        + ",\"what\":"
        + Json.text(what)
        + "}";
  }

  private static String json(Neighbour field) {
    return "{\"field\":"
        + Json.text(field.field())
        + ",\"written_offset_bytes\":"
        + Neighbour.WRITTEN_OFFSET_BYTES
        + ",\"read_offset_bytes\":"
        + field.offsetBytes()
        + "}";
  }

  private static boolean matches(String known, String seen) {
    return known.endsWith("*")
        ? seen.startsWith(known.substring(0, known.length() - 1))
        : known.equals(seen);
  }
}
