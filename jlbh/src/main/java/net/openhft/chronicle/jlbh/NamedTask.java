package net.openhft.chronicle.jlbh;

/** A task that stands for another one, whose name it has. */
public interface NamedTask extends JLBHTask {
  /** The name of the other one's class. */
  String name();
}
