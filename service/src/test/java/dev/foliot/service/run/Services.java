package dev.foliot.service.run;

import dev.foliot.service.Jdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Commands that start {@link SmallService}. */
final class Services {
  static final long LONG_NS = 60_000_000_000L;

  private Services() {}

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static ArmCommand command(int port, String... ills) {
    List<String> words = java("-Xmx32m", "-XX:TieredStopAtLevel=1");
    words.add(SmallService.class.getName());
    words.add(Integer.toString(port));
    words.addAll(List.of(ills));
    return ArmCommand.of("small", words, URI.create("http://127.0.0.1:" + port + "/"));
  }

  /** The beginning of a command: this JVM with this class path. */
  static List<String> java(String... flags) {
    List<String> words = new ArrayList<>();
    words.add(Jdk.current().java().toString());
    words.add("--enable-native-access=ALL-UNNAMED");
    words.addAll(List.of(flags));
    words.add("-cp");
    words.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    return words;
  }
}
