package dev.foliot.apps.service;

/** What a service does with a request. Thread-safe. */
@FunctionalInterface
public interface Operation {
  /**
   * Answers; may block where it runs on a strategy's threads.
   *
   * @throws RefusedException to answer with an error
   */
  Answer answer(Request request) throws RefusedException;
}
