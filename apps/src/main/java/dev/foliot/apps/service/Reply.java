package dev.foliot.apps.service;

import io.netty.util.concurrent.EventExecutor;

/** Where the answer to one request goes. Thread-safe. */
public interface Reply {
  /** Answers; what is sent after the first answer is dropped. */
  void send(Answer answer);

  /** The event loop of the request's connection. */
  EventExecutor loop();
}
