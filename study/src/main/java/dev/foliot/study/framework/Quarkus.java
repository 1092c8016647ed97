package dev.foliot.study.framework;

import dev.foliot.study.framework.Probes.Form;
import dev.foliot.study.framework.Probes.Listing;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Quarkus: {@code quarkus-run.jar} of a fast jar, and uber jars.
 *
 * <p>The build decides on its threads: methods with {@code @RunOnVirtualThread} have virtual ones,
 * unless {@code quarkus.virtual-threads.enabled} is false, which is fixed at build time.
 */
final class Quarkus implements Framework {
  private static final String ANNOTATION = "Lio/smallrye/common/annotation/RunOnVirtualThread;";
  private static final String NON_APPLICATION = "quarkus.http.non-application-root-path";

  /** What an uber jar has beside the program's own classes. */
  private static final List<String> LIBRARIES =
      List.of(
          "io/quarkus/", "io/smallrye/", "io/vertx/", "org/jboss/", "org/eclipse/", "META-INF/");

  @Override
  public Optional<ServiceApp> of(Archive archive, AppRequest request) {
    if (!archive.mainClass().startsWith("io.quarkus.") && !archive.has("io/quarkus/runner/")) {
      return Optional.empty();
    }
    String version =
        archive
            .version("io.quarkus", "quarkus-bootstrap-runner")
            .or(() -> archive.version("io.quarkus", "quarkus-core"))
            .orElse("");
    Settings settings = Settings.of(archive, request);
    boolean isAnnotated =
        archive.names(ANNOTATION, name -> LIBRARIES.stream().noneMatch(name::startsWith));
    try {
      for (Path jar : archive.beside("app")) {
        try (Archive own = Archive.open(jar)) {
          settings = settings.with(own);
          isAnnotated |= own.names(ANNOTATION, _ -> true);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Optional.of(
        new ServiceApp(
            request.file(),
            version.isEmpty() ? "Quarkus" : "Quarkus " + Shown.text(version),
            new Launch(
                List.of("-Dquarkus.http.host=127.0.0.1", "-Dquarkus.http.port=" + Launch.PORT),
                List.of("-jar", request.file().toString()),
                List.of(),
                Launch.Keys.PROPERTY),
            new Switching.Never(
                isAnnotated
                    ? "is Quarkus with @RunOnVirtualThread, which no option switches off after the"
                        + " build: build it a second time with"
                        + " -Dquarkus.virtual-threads.enabled=false, and name that jar with"
                        + " --platform-jar"
                    : "is Quarkus, where a method has virtual threads by @RunOnVirtualThread and no"
                        + " option, and none has: annotate the methods, build it, and name this jar"
                        + " with --platform-jar beside the new one"),
            probes(settings)));
  }

  private static Probes probes(Settings settings) {
    List<String> contexts = new ArrayList<>();
    for (String root : settings.paths("quarkus.http.root-path")) {
      settings
          .paths("quarkus.rest.path", "quarkus.resteasy-reactive.path")
          .forEach(rest -> contexts.add(root + rest));
    }
    List<String> health = new ArrayList<>();
    List<Listing> listings = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String path : List.of(settings.value(NON_APPLICATION).orElse("/q"), "")) {
      String below = Settings.path(path);
      health.add(below + "/health");
      listings.add(new Listing(below + "/openapi?format=json", Form.OPEN_API));
      if (!below.isEmpty()) {
        others.add(below + "/");
      }
    }
    return new Probes(contexts, health, listings, List.of(), others);
  }
}
