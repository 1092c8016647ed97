package dev.foliot.examples.stall;

import java.io.IOException;

/** The {@code main} of each server: {@code THREADING PORT_OF_THE_WAREHOUSE}. */
public final class ServerProgram {
  /** What it prints before its port. */
  static final String LISTENING = "listening on port ";

  private ServerProgram() {}

  /** Runs a server until the standard input ends. */
  public static void run(String[] args, RunningServer.Start start) throws Exception {
    Threading threading = Threading.valueOf(args[0]);
    try (WarehouseClient warehouse = new WarehouseClient(Integer.parseInt(args[1]));
        RunningServer server = start.with(threading, warehouse)) {
      System.out.println(LISTENING + server.port());
      awaitEndOfInput();
    }
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      Thread.onSpinWait();
    }
  }
}
