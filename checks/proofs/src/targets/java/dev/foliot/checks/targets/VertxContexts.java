package dev.foliot.checks.targets;

import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;

/** SmallRye's checks of Vert.x contexts, like those of each request of a server. */
public final class VertxContexts {
  private static final int SIZE = 64;
  private static final int QUESTIONS = 8;

  private VertxContexts() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    Vertx vertx = Vertx.vertx();
    CompletableFuture<Context> worker = new CompletableFuture<>();
    vertx.deployVerticle(
        new AbstractVerticle() {
          @Override
          public void start() {
            worker.complete(context);
          }
        },
        new DeploymentOptions().setWorker(true));
    Context other = worker.get();
    Load.play(() -> requests(vertx.getOrCreateContext(), other));
  }

  /** Most contexts belong to requests, few do not. */
  private static Load.Round requests(Context root, Context worker) {
    Context[] contexts = new Context[SIZE];
    for (int i = 0; i < SIZE; i++) {
      contexts[i] = VertxContext.getOrCreateDuplicatedContext(root);
    }
    contexts[SIZE / 2] = root;
    contexts[SIZE - 1] = worker;
    return i -> {
      int at = (int) (i % (SIZE / 2));
      contexts[at] = VertxContext.getOrCreateDuplicatedContext(root);
      long duplicated = 0;
      for (int question = 0; question < QUESTIONS; question++) {
        duplicated +=
            VertxContext.isDuplicatedContext(contexts[(at + question * QUESTIONS + 1) % SIZE])
                ? 1
                : 0;
      }
      return duplicated;
    };
  }
}
