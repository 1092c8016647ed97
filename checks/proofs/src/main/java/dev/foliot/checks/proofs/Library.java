package dev.foliot.checks.proofs;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * A library with the problem, fixed by its authors, with their description.
 *
 * @param name its folder below the fetched ones, with {@code before}, {@code after} and, for common
 *     parts, {@code both}
 * @param program the class of src/targets that gives it a small load
 * @param className the class that they named
 * @param interfaces that their code asks for in turn; a finding has two of them or more
 * @param sites beginnings of frames, one of them the place of the fix
 * @param thread the address of their description
 */
record Library(
    String name,
    String program,
    String className,
    Set<String> interfaces,
    List<String> sites,
    String thread) {
  private static final String HTTP = "io.netty.handler.codec.http.";

  Library {
    interfaces = Set.copyOf(interfaces);
    sites = List.copyOf(sites);
  }

  static final List<Library> ALL =
      List.of(
          new Library(
              "netty",
              "NettyServer",
              HTTP + "DefaultFullHttpResponse",
              Set.of(
                  HTTP + "HttpMessage",
                  HTTP + "HttpResponse",
                  HTTP + "HttpContent",
                  HTTP + "LastHttpContent",
                  HTTP + "FullHttpMessage",
                  "io.netty.util.ReferenceCounted"),
              List.of(HTTP + "HttpObjectEncoder."),
              "https://github.com/netty/netty/issues/12708"),
          new Library(
              "jackson",
              "JacksonBeans",
              "java.util.ArrayList",
              Set.of("java.util.Collection", "java.util.List"),
              List.of("com.fasterxml.jackson.databind.deser.std.StringCollectionDeserializer."),
              "https://github.com/FasterXML/jackson-databind/pull/4848"),
          new Library(
              "smallrye",
              "VertxContexts",
              "io.vertx.core.impl.DuplicatedContext",
              Set.of("io.vertx.core.Context", "io.vertx.core.impl.ContextInternal"),
              List.of("io.smallrye.common.vertx.VertxContext.isDuplicatedContext"),
              "https://github.com/smallrye/smallrye-common/pull/190"));

  /** Whether a finding is about the class that they named. */
  boolean isAbout(JsonNode finding) {
    return finding.at("/class").asString().equals(className);
  }

  /** Whether a finding agrees with them: kind, class and interfaces. */
  boolean isAsTheyFound(JsonNode finding) {
    Set<String> seen = new TreeSet<>();
    finding.at("/interfaces").forEach(one -> seen.add(one.asString()));
    return isAbout(finding)
        && finding.at("/kind").asString().equals("true-sharing")
        && seen.stream().filter(interfaces::contains).count() >= 2;
  }

  /** The share of the hits at the fixed code. */
  double siteShare(JsonNode finding) {
    double share = 0;
    for (JsonNode site : finding.at("/sites")) {
      boolean isTheirs = false;
      for (JsonNode frame : site.at("/frames")) {
        isTheirs |= sites.stream().anyMatch(frame.asString()::startsWith);
      }
      share += isTheirs ? site.at("/share").asDouble() : 0;
    }
    return share;
  }
}
