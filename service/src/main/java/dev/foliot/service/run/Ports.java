package dev.foliot.service.run;

import java.net.BindException;

/** Ports that cannot be listened on. Stateless. */
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
}
