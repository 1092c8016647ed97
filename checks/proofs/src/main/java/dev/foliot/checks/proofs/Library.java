package dev.foliot.checks.proofs;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * A library whose makers found it ill and mended it, with what they wrote of it.
 *
 * @param name its folder below those that were fetched, with {@code before}, {@code after} and, for
 *     what both need, {@code both}
 * @param program the class of src/targets that gives it a small load
 * @param className what they named
 * @param interfaces that their code asks for in turn; a finding has two of them or more
 * @param sites beginnings of frames, one of which is where they mended it
 * @param thread where they tell it
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

  /** Whether it says what they say: kind, class and interfaces. */
  boolean isAsTheyFound(JsonNode finding) {
    Set<String> seen = new TreeSet<>();
    finding.at("/interfaces").forEach(one -> seen.add(one.asString()));
    return isAbout(finding)
        && finding.at("/kind").asString().equals("true-sharing")
        && seen.stream().filter(interfaces::contains).count() >= 2;
  }

  /** The share of the hits at the code that they mended. */
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
