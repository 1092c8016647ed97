package dev.foliot.apps.service;

import java.util.concurrent.RejectedExecutionException;

/** What serves the requests of one path and method. Called on event loops; never blocks. */
@FunctionalInterface
public interface Endpoint {
  /** Answers, now or later, once. */
  void serve(Request request, Reply reply);

  /** An operation that is so short that it runs on the event loop. */
  static Endpoint onLoop(Operation operation) {
    return (request, reply) -> reply.send(answer(operation, request));
  }

  /** An operation that runs on those workers; 503 where they take no more. */
  static Endpoint on(Workers workers, Operation operation) {
    return (request, reply) -> {
      try {
        workers.execute(() -> reply.send(answer(operation, request)));
      } catch (RejectedExecutionException e) {
        reply.send(Answer.error(503, "overloaded", "no thread takes the request: send fewer"));
      }
    };
  }

  /** The operation's answer, also where it fails: a service outlives a fault in one request. */
  private static Answer answer(Operation operation, Request request) {
    try {
      return operation.answer(request);
    } catch (RefusedException e) {
      return e.answer();
    } catch (Throwable e) {
      return Answer.error(500, "internal", "the service failed: " + Shown.fault(e));
    }
  }
}
