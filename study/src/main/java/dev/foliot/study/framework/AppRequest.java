package dev.foliot.study.framework;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a user says of a service.
 *
 * @param option the option that names it, such as {@code --jar}
 * @param file its jar or war
 * @param server the home of a server that runs it; empty for a program of its own
 * @param base a folder for the server's files; made only for a server
 * @param folder its working folder, absolute
 * @param jvmArgs of its JVM
 * @param args its own
 * @param environment its variables
 */
public record AppRequest(
    String option,
    Path file,
    Optional<Path> server,
    Path base,
    Path folder,
    List<String> jvmArgs,
    List<String> args,
    Map<String, String> environment) {
  /** Keeps copies. */
  public AppRequest {
    file = file.toAbsolutePath().normalize();
    server = server.map(home -> home.toAbsolutePath().normalize());
    jvmArgs = List.copyOf(jvmArgs);
    args = List.copyOf(args);
    environment = Map.copyOf(environment);
  }

  /** The name of the file for messages. */
  String name() {
    return Shown.text(String.valueOf(file.getFileName()));
  }

  /** It cannot be served; the sentence goes on after the name of the file. */
  FoliotException refusal(String why) {
    return FoliotException.usage(option + ": " + name() + " " + why);
  }
}
