package dev.foliot.apps.service;

import io.netty.util.concurrent.EventExecutor;

/** Where the answer to one request goes. Thread-safe. */
public interface Reply {
  /** Sends an answer; later ones are dropped. */
  void send(Answer answer);

  /** The event loop of the request's connection. */
  EventExecutor loop();
}
