package dev.foliot.demo;

import dev.foliot.store.demo.DemoPart;
import dev.foliot.text.FoliotException;
import java.util.List;
import java.util.function.Consumer;

/** A part of a demo. One thread plays it. */
public interface DemoExperiment {
  /**
   * The description of a part before it is played.
   *
   * @param name as in the record
   * @param title its subject
   * @param commands the same for a reader's own system
   * @param seconds its approximate duration
   */
  record Topic(String name, String title, List<String> commands, int seconds) {
    /** Keeps a copy. */
    public Topic {
      commands = List.copyOf(commands);
    }
  }

  /** The description of the part. */
  Topic topic();

  /**
   * Plays the part. Nothing that it started remains when this returns or throws.
   *
   * @param step receives the current step
   * @param cancellation receives the way to end each step
   * @throws FoliotException if this machine cannot play it, with the remedy
   * @throws InterruptedException if it was cancelled
   */
  DemoPart play(Consumer<String> step, Cancellation cancellation) throws InterruptedException;
}
