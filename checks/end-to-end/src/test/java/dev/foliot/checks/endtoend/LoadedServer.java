package dev.foliot.checks.endtoend;

import dev.foliot.checks.endtoend.tasks.PausingServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server that a load may start.
 *
 * @param port of this machine, which is free
 */
record LoadedServer(int port) {
  static LoadedServer choose() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new LoadedServer(socket.getLocalPort());
    }
  }

  String url() {
    return "http://127.0.0.1:" + port + "/";
  }

  /** The command that starts it. */
  List<String> command(String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx200m",
                "-XX:+UseSerialGC",
                "-cp",
                FoliotProcess.tasks(),
                PausingServer.class.getName(),
                Integer.toString(port)));
    command.addAll(List.of(words));
    return command;
  }

  /** The words of a load that starts it. */
  String[] load(List<String> options, String... words) {
    List<String> all = new ArrayList<>(List.of("load", url(), "--rate", "300/s"));
    all.addAll(options);
    all.add("--");
    all.addAll(command(words));
    return all.toArray(String[]::new);
  }
}
