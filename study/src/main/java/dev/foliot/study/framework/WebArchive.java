package dev.foliot.study.framework;

import dev.foliot.study.framework.Probes.Form;
import dev.foliot.study.framework.Probes.Listing;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A war that a server runs: the user's Tomcat or Jetty, from a folder of its own. */
final class WebArchive implements Framework {
  private static final List<WarServer> SERVERS = List.of(new TomcatServer(), new JettyServer());

  @Override
  public Optional<ServiceApp> of(Archive archive, AppRequest request) {
    boolean isWar = archive.has("WEB-INF/");
    if (request.server().isPresent()) {
      if (!isWar) {
        throw FoliotException.usage(
            "--server: " + request.name() + " is no war, and starts by itself: leave --server out");
      }
      return Optional.of(served(archive, request, request.server().get()));
    }
    if (!isWar || (!archive.mainClass().isEmpty() && SpringBoot.version(archive).isPresent())) {
      return Optional.empty();
    }
    throw request.refusal(
        "is a war that a server runs: name the home of a Tomcat or Jetty, as in --server"
            + " /opt/tomcat");
  }

  private static ServiceApp served(Archive archive, AppRequest request, Path home) {
    WarServer server =
        SERVERS.stream()
            .filter(one -> one.isAt(home))
            .findFirst()
            .orElseThrow(() ->
                FoliotException.usage(
                    "--server: "
                        + Shown.text(home.toString())
                        + " is no home of Tomcat or Jetty: name the folder that has"
                        + " bin/bootstrap.jar or start.jar"));
    String file = String.valueOf(request.file().getFileName());
    String context = server.context(file.replaceFirst("\\.[wW][aA][rR]$", ""));
    try {
      Files.createDirectories(request.base());
      WarServer.Started started = server.started(home, archive, context, request);
      return new ServiceApp(
          request.file(),
          "a war on " + started.version(),
          started.launch(),
          started.switching(),
          new Probes(
              context.isEmpty() ? List.of("") : List.of(context, ""),
              List.of("/health", "/actuator/health"),
              List.of(
                  new Listing("/actuator/mappings", Form.ACTUATOR),
                  new Listing("/v3/api-docs", Form.OPEN_API),
                  new Listing("/openapi?format=json", Form.OPEN_API)),
              List.of(),
              List.of("/error", "/actuator", "/v3/api-docs", "/swagger", "/webjars")));
    } catch (IOException e) {
      throw FoliotException.environment(
          "--server: the files of "
              + Shown.text(home.toString())
              + " cannot be copied to "
              + Shown.text(request.base().toString())
              + " ("
              + Shown.text(e.getMessage())
              + "): see whether both can be reached");
    }
  }
}
