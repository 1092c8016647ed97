package dev.foliot.study.framework;

import dev.foliot.study.framework.Probes.Form;
import dev.foliot.study.framework.Probes.Listing;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Spring Boot: fat and thin jars, and executable wars. A property switches its threads since 3.2.
 */
final class SpringBoot implements Framework {
  /** The environment variable that switches virtual threads on or off. */
  static final String SWITCH = "SPRING_THREADS_VIRTUAL_ENABLED";

  private static final int LEAST_MAJOR = 3;
  private static final int LEAST_MINOR = 2;
  private static final String MAPPINGS = "/actuator/mappings";
  private static final String OPEN_API = "/v3/api-docs";
  private static final Pattern VERSION = Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})\\..*");

  /** For a service with an actuator, so that it is on the service's own port. */
  private static final List<String> WORDS =
      List.of(
          "--server.address=127.0.0.1",
          "--server.port=" + Launch.PORT,
          "--management.server.port=" + Launch.PORT,
          "--management.endpoints.web.base-path=/actuator");

  @Override
  public Optional<ServiceApp> of(Archive archive, AppRequest request) {
    return version(archive)
        .map(version -> {
          if (archive.mainClass().isEmpty()) {
            throw request.refusal(
                "has Spring Boot and no main class: name the jar that java -jar starts, as"
                    + " spring-boot-maven-plugin repackages it");
          }
          check(version, request);
          return new ServiceApp(
              request.file(),
              "Spring Boot " + version,
              new Launch(
                  List.of(),
                  List.of("-jar", request.file().toString()),
                  WORDS,
                  Launch.Keys.ARGUMENT),
              new Switching.By(
                  ThreadWords.ofVariable(SWITCH, "false"), ThreadWords.ofVariable(SWITCH, "true")),
              probes(Settings.of(archive, request)));
        });
  }

  /** By its own plugin's manifest, by the manifest's class path, or by what is inside. */
  static Optional<String> version(Archive archive) {
    String version = archive.attribute("Spring-Boot-Version");
    return version.isEmpty()
        ? archive.version("org.springframework.boot", "spring-boot")
        : Optional.of(version);
  }

  private static void check(String version, AppRequest request) {
    Matcher numbers = VERSION.matcher(version + ".");
    if (!numbers.matches()) {
      throw request.refusal(
          "says Spring Boot " + Shown.text(version) + ", which is no version: build it again");
    }
    int major = Integer.parseInt(numbers.group(1));
    int minor = Integer.parseInt(numbers.group(2));
    if (major < LEAST_MAJOR || (major == LEAST_MAJOR && minor < LEAST_MINOR)) {
      throw request.refusal(
          "has Spring Boot "
              + Shown.text(version)
              + ", and 3.2 is the first with a switch for virtual threads: build it with a later"
              + " one");
    }
  }

  private static Probes probes(Settings settings) {
    List<String> contexts = new ArrayList<>();
    List<String> servlets = settings.paths("spring.mvc.servlet.path");
    for (String context :
        settings.paths("server.servlet.context-path", "spring.webflux.base-path")) {
      servlets.forEach(servlet -> contexts.add(context + servlet));
    }
    return new Probes(
        contexts,
        List.of("/actuator/health", "/health"),
        List.of(new Listing(MAPPINGS, Form.ACTUATOR), new Listing(OPEN_API, Form.OPEN_API)),
        List.of("--management.endpoints.web.exposure.include=health,mappings"),
        List.of("/error", "/actuator", OPEN_API, "/swagger", "/webjars"));
  }
}
