package dev.foliot.diagnose.time;

import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.ThreadTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What samples of all threads show together. Immutable.
 *
 * @param time where the time of the groups went
 * @param still threads that did not move, together where they are at one place
 * @param circles virtual threads that wait for each other's locks
 * @param alone threads that ran all the time in one method
 * @param serving threads that serve all of something
 * @param occupied pools of libraries whose threads all had a task in all samples
 * @param collisions where keys with the same hash are searched, by the share of the samples of
 *     running threads
 * @param started the threads that the JVM started
 */
public record ThreadObservations(
    ThreadTime time,
    List<Still> still,
    List<Circle> circles,
    List<Alone> alone,
    List<Serving> serving,
    List<Occupied> occupied,
    Map<String, Double> collisions,
    Started started) {
  /** Keeps copies. */
  public ThreadObservations {
    still = List.copyOf(still);
    circles = List.copyOf(circles);
    alone = List.copyOf(alone);
    serving = List.copyOf(serving);
    occupied = List.copyOf(occupied);
    collisions = Map.copyOf(collisions);
  }

  /**
   * The threads that the JVM started.
   *
   * @param perS a second; 0 if unknown
   * @param places where they were started, by the share of the samples of running threads that
   *     start one
   * @param stayed those that were still there at the end, by their group
   */
  public record Started(double perS, Map<String, Double> places, Map<String, Integer> stayed) {
    /** Keeps copies. */
    public Started {
      places = Map.copyOf(places);
      stayed = Map.copyOf(stayed);
    }

    /** Where most of them were started; empty if unknown. */
    public Optional<String> place() {
      return places.entrySet().stream()
          .filter(one -> !one.getKey().isEmpty())
          .max(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey);
    }
  }

  /**
   * Threads of a group that stayed in one wait at one place, from the first sample to the last,
   * without a time slice on a CPU.
   *
   * @param group the name of the group
   * @param place what they wait for, and where
   * @param signs what else is known of the wait
   * @param awaited the class of the object that they wait for; empty if unknown
   * @param names of the threads
   * @param initialises classes that these threads initialise
   * @param others the number of other threads of the group
   */
  public record Still(
      String group,
      Where place,
      Signs signs,
      String awaited,
      List<String> names,
      List<String> initialises,
      int others) {
    /** Keeps copies. */
    public Still {
      names = List.copyOf(names);
      initialises = List.copyOf(initialises);
    }
  }

  /**
   * Virtual threads each of which waits for a lock of the next.
   *
   * @param members in this order; the last waits for the first
   * @param ids of the members, and of the threads that wait for one of them, directly or not
   * @param samples in how many samples they were seen
   */
  public record Circle(List<Member> members, Set<Long> ids, int samples) {
    /** Keeps copies. */
    public Circle {
      members = List.copyOf(members);
      ids = Set.copyOf(ids);
    }

    /**
     * One of them.
     *
     * @param thread its name
     * @param place the program's method that waits; empty if unknown
     * @param awaited the class of the lock
     * @param owner the name of the thread that has it
     */
    public record Member(String thread, String place, String awaited, String owner) {}
  }

  /**
   * What is known of a wait.
   *
   * @param isInner whether it is within the JVM, for a reason that the thread's state does not name
   * @param isLockOwned whether a thread has the lock that is waited for
   * @param isInTask whether the thread is one of a pool, in a task
   * @param isLimited whether the wait ends after a time by itself
   */
  public record Signs(boolean isInner, boolean isLockOwned, boolean isInTask, boolean isLimited) {}

  /**
   * A place, and what is done there.
   *
   * @param yours as in {@link ThreadTime.Place}
   * @param library likewise
   */
  public record Where(Doing doing, String yours, String library) {
    /** For people. */
    public String words() {
      return new ThreadTime.Place(doing, 0, yours, library, 0).words();
    }
  }

  /**
   * A thread that alone serves all of something.
   *
   * @param thread its name
   * @param loop what it serves
   * @param busy the part of its time with work, from 0 to 1
   * @param place where most of that time went
   */
  public record Serving(String thread, ServingLoop loop, double busy, Where place) {}

  /**
   * A pool of a library whose threads all had a task of the program in all samples.
   *
   * @param group the name of its group
   * @param threads their number
   * @param waiting the part of their time in waits, from 0 to 1
   * @param place where most of that time went
   */
  public record Occupied(String group, int threads, double waiting, Where place) {}

  /**
   * A thread that ran all the time in one method, while another of its group did something else.
   *
   * @param thread its name
   * @param group the name of its group
   * @param yours the method
   * @param share of its samples on a CPU that are in this method, from 0 to 1
   * @param samples their number
   * @param ran the part of the time that it had a CPU or waited for one
   * @param inSelect of its samples, those in the selection of ready channels
   * @param others the number of other threads of the group that worked and waited meanwhile
   */
  public record Alone(
      String thread,
      String group,
      String yours,
      double share,
      int samples,
      double ran,
      double inSelect,
      int others) {}
}
