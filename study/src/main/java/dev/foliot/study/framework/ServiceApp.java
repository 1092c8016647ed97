package dev.foliot.study.framework;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A jar or a war that serves requests, known by its manifest and its entries. Nothing in it is run.
 *
 * @param file absolute
 * @param framework with its version, as in {@code Spring Boot 3.5.7}
 * @param launch how it is started
 * @param switching what switches its threads
 * @param probes how it is asked what it serves
 */
public record ServiceApp(
    Path file, String framework, Launch launch, Switching switching, Probes probes) {
  /** Checks that nothing is missing. */
  public ServiceApp {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(framework, "framework");
  }

  /**
   * What a file is. For a war on a server, writes the server's files into the folder of the
   * request.
   *
   * @throws FoliotException if it cannot be read, or is none that can be started
   */
  public static ServiceApp of(AppRequest request) {
    if (!Files.isRegularFile(request.file())) {
      throw FoliotException.usage(
          request.option()
              + ": there is no file "
              + Shown.text(
                  (request.file().startsWith(request.folder())
                          ? request.folder().relativize(request.file())
                          : request.file())
                      .toString())
              + ": name a service's jar or war");
    }
    try (Archive archive = Archive.open(request.file())) {
      for (Framework framework : Framework.ALL) {
        Optional<ServiceApp> app = framework.of(archive, request);
        if (app.isPresent()) {
          return app.get();
        }
      }
      throw unknown(archive, request);
    } catch (IOException e) {
      throw unreadable(request, e);
    } catch (UncheckedIOException e) {
      throw unreadable(request, e);
    }
  }

  private static FoliotException unreadable(AppRequest request, Exception why) {
    return request.refusal(
        "is no readable jar (" + Shown.text(why.getMessage()) + "): name a service's jar or war");
  }

  private static FoliotException unknown(Archive archive, AppRequest request) {
    return request.refusal(
        (archive.mainClass().isEmpty()
                ? "has no main class"
                : "is of no framework that Foliot knows")
            + ": write a study file with command: ['${java}', -jar, "
            + request.name()
            + ", its option for the port ${port}], and in one arm what switches virtual threads"
            + " on");
  }

  /** Its name for messages. */
  public String name() {
    return Shown.text(String.valueOf(file.getFileName()));
  }
}
