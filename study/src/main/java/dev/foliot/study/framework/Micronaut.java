package dev.foliot.study.framework;

import dev.foliot.study.framework.Probes.Form;
import dev.foliot.study.framework.Probes.Listing;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Micronaut 4: its executors {@code blocking} and {@code io} can have virtual threads.
 *
 * <p>Without a thread selection of its own, a program's methods that name no executor would block
 * the event loops. Both arms give them to {@code blocking}, unless they are reactive.
 */
final class Micronaut implements Framework {
  private static final int LEAST_MAJOR = 4;
  private static final List<String> EXECUTORS = List.of("blocking", "io");
  private static final String SELECTION = "micronaut.server.thread-selection";

  @Override
  public Optional<ServiceApp> of(Archive archive, AppRequest request) {
    Optional<String> version =
        archive
            .version("io.micronaut", "micronaut-core")
            .or(() -> archive.version("io.micronaut", "micronaut-context"));
    if (version.isEmpty()
        && !archive.mainClass().startsWith("io.micronaut.")
        && !archive.has("io/micronaut/")) {
      return Optional.empty();
    }
    if (version.isPresent() && Framework.major(version.get()) < LEAST_MAJOR) {
      throw request.refusal(
          "has Micronaut "
              + Shown.text(version.get())
              + ", and 4 is the first whose executors have virtual threads: build it with a later"
              + " one");
    }
    Settings settings = Settings.of(archive, request);
    List<String> jvm =
        new ArrayList<>(
            List.of("-Dmicronaut.server.host=127.0.0.1", "-Dmicronaut.server.port=" + Launch.PORT));
    if (settings.value(SELECTION).isEmpty()) {
      jvm.add("-D" + SELECTION + "=AUTO");
    }
    return Optional.of(
        new ServiceApp(
            request.file(),
            version.map(number -> "Micronaut " + Shown.text(number)).orElse("Micronaut"),
            new Launch(
                jvm, List.of("-jar", request.file().toString()), List.of(), Launch.Keys.PROPERTY),
            new Switching.By(platform(settings), virtual()),
            new Probes(
                settings.paths("micronaut.server.context-path"),
                List.of("/health"),
                List.of(new Listing("/routes", Form.ROUTES)),
                List.of("-Dendpoints.routes.enabled=true", "-Dendpoints.routes.sensitive=false"),
                List.of("/health", "/routes", "/swagger", "/error"))));
  }

  /** An executor that the program configures keeps its own type and size. */
  private static ThreadWords platform(Settings settings) {
    List<String> words = new ArrayList<>();
    for (String executor : EXECUTORS) {
      String key = "micronaut.executors." + executor;
      words.add("-D" + key + ".virtual=false");
      if (settings.value(key + ".type").isEmpty()) {
        words.add("-D" + key + ".type=cached");
      }
    }
    return ThreadWords.ofJvm(words);
  }

  private static ThreadWords virtual() {
    List<String> words = new ArrayList<>();
    for (String executor : EXECUTORS) {
      words.add("-Dmicronaut.executors." + executor + ".virtual=true");
      words.add("-Dmicronaut.executors." + executor + ".type=thread_per_task");
    }
    return ThreadWords.ofJvm(words);
  }
}
