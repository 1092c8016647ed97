package dev.foliot.lab.study;

import dev.foliot.lab.arm.RunningArm;
import java.util.List;

/**
 * A service that is ready, on 127.0.0.1.
 *
 * @param process its processes
 * @param port where it serves
 */
record Service(RunningArm process, int port) implements AutoCloseable {
  /** Its address, without a slash at the end. */
  String url() {
    return "http://127.0.0.1:" + port;
  }

  long pid() {
    return process.pid();
  }

  /** Limits that were asked for and do not hold, with reasons and remedies. */
  List<String> missing() {
    return process.missing();
  }

  /**
   * Passes if it still lives.
   *
   * @throws dev.foliot.lab.arm.ArmException if it has died
   */
  void check() {
    process.check();
  }

  @Override
  public void close() {
    process.close();
  }
}
