package dev.foliot.examples.jetty;

import dev.foliot.examples.stall.RunningServer;
import dev.foliot.examples.stall.StallContract;
import dev.foliot.examples.stall.WarehouseClient;
import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.micrometer.AdaptivePoolMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty's own threads select, and the pool's virtual threads run the requests. */
final class JettyPermitsTest extends StallContract {
  @Override
  protected RunningServer.Start server() {
    return (threading, warehouse) -> start(warehouse);
  }

  private static RunningServer start(WarehouseClient warehouse) throws Exception {
    AdaptivePool pool = AdaptivePool.builder().name("orders").virtual();
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setVirtualThreadsExecutor(pool);
    MeterRegistry registry = new SimpleMeterRegistry();
    new AdaptivePoolMetrics(pool).bindTo(registry);
    RunningServer server = JettyOrders.serve(threads, registry, warehouse);
    return new RunningServer() {
      @Override
      public int port() {
        return server.port();
      }

      @Override
      public MeterRegistry meters() {
        return registry;
      }

      @Override
      public void close() {
        server.close();
        pool.close();
      }
    };
  }
}
