package dev.foliot.demo;

import dev.foliot.store.demo.DemoPart;
import dev.foliot.text.LabException;
import java.util.List;
import java.util.function.Consumer;

/** A part of a demo that is to be played. One thread plays it. */
public interface DemoExperiment {
  /**
   * What is known of it before.
   *
   * @param name as the record has it
   * @param title what it shows
   * @param commands the same for a reader's own system
   * @param seconds about how long it takes
   */
  record Topic(String name, String title, List<String> commands, int seconds) {
    /** Keeps a copy. */
    public Topic {
      commands = List.copyOf(commands);
    }
  }

  /** What is known of it before. */
  Topic topic();

  /**
   * Plays it. Whatever happens, nothing that it started is left when this returns or throws.
   *
   * @param step is called with what is being done
   * @param cancellation learns how to end what is begun
   * @throws LabException where this machine cannot do it; the message says what would help
   * @throws InterruptedException if it was cancelled
   */
  DemoPart play(Consumer<String> step, Cancellation cancellation) throws InterruptedException;
}
