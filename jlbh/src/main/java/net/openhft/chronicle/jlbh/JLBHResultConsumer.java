package net.openhft.chronicle.jlbh;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Takes a result and hands it out again. */
public interface JLBHResultConsumer extends Consumer<JLBHResult>, Supplier<JLBHResult> {
  /** A consumer that any thread may read. */
  static JLBHResultConsumer newThreadSafeInstance() {
    AtomicReference<JLBHResult> kept = new AtomicReference<>();
    return new JLBHResultConsumer() {
      @Override
      public void accept(JLBHResult result) {
        kept.set(result);
      }

      @Override
      public JLBHResult get() {
        return kept.get();
      }
    };
  }
}
