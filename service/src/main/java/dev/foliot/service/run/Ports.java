package dev.foliot.service.run;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of this machine. Stateless. */
public final class Ports {
  private Ports() {}

  /** The kernel's reason, through the JDK, and the remedy; to be put behind {@code port 80}. */
  public static String refusal(BindException refused) {
    String message = String.valueOf(refused.getMessage());
    if (message.startsWith("Address already in use")) {
      return "is taken: end what listens there (ss -ltnp), or choose another port";
    }
    if (message.startsWith("Permission denied")) {
      return "is not for this user to listen on: choose one above 1023";
    }
    return "cannot be listened on (" + message + "): choose another port or address";
  }

  /**
   * A port of the loopback address on which nothing listens now.
   *
   * @throws FoliotException if there is none
   */
  public static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw FoliotException.environment(
          "no port is free on 127.0.0.1 (" + e.getMessage() + "): end what holds them all");
    }
  }
}
