package dev.foliot.study.framework;

import dev.foliot.study.framework.Probes.Form;
import dev.foliot.study.framework.Probes.Listing;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.Optional;

/** Helidon: 4 has virtual threads only, those before have platform threads. */
final class Helidon implements Framework {
  private static final int VIRTUAL_SINCE = 4;

  @Override
  public Optional<ServiceApp> of(Archive archive, AppRequest request) {
    Optional<String> version =
        archive
            .version("io.helidon.webserver", "helidon-webserver")
            .or(() -> archive.version("io.helidon.common", "helidon-common"));
    if (version.isEmpty()
        && !archive.mainClass().startsWith("io.helidon.")
        && !archive.has("io/helidon/")) {
      return Optional.empty();
    }
    boolean isVirtual =
        version.map(Framework::major).map(major -> major >= VIRTUAL_SINCE).orElse(true);
    return Optional.of(
        new ServiceApp(
            request.file(),
            version.map(number -> "Helidon " + Shown.text(number)).orElse("Helidon"),
            new Launch(
                List.of("-Dserver.host=127.0.0.1", "-Dserver.port=" + Launch.PORT),
                List.of("-jar", request.file().toString()),
                List.of(),
                Launch.Keys.PROPERTY),
            new Switching.Never(
                isVirtual
                    ? "is Helidon, which since 4 serves each request on a virtual thread and has no"
                        + " other: for a comparison, name a build of the same service on platform"
                        + " threads with --platform-jar"
                    : "is Helidon "
                        + Shown.text(version.get())
                        + ", which serves on platform threads and has no switch: build it with"
                        + " Helidon 4, and name this jar with --platform-jar beside the new one"),
            new Probes(
                Settings.of(archive, request).paths("server.context-path"),
                List.of("/observe/health", "/health"),
                List.of(new Listing("/openapi?format=json", Form.OPEN_API)),
                List.of(),
                List.of("/observe", "/health", "/metrics", "/openapi"))));
  }
}
