package dev.foliot.apps;

import java.util.ArrayList;
import java.util.List;

/** Starts the given command with its own pid as the parent, and waits to be killed. */
final class OrphanMaker {
  private OrphanMaker() {}

  /** The command is the arguments. */
  public static void main(String[] args) throws Exception {
    List<String> command = new ArrayList<>(List.of(args));
    command.add("--parent");
    command.add(String.valueOf(ProcessHandle.current().pid()));
    Process child = new ProcessBuilder(command).inheritIO().start();
    System.out.println(child.pid());
    System.exit(child.waitFor());
  }
}
