package dev.foliot.text;

/** Why what a control group limits is not known, or cannot be limited. */
public sealed interface ControlGroupReason extends Reason {

  /**
   * A process is in no group.
   *
   * @param pid its number
   */
  record NoControlGroup(long pid) implements ControlGroupReason {
    @Override
    public String text() {
      return "process " + pid + " is in no control group";
    }

    @Override
    public String remedy() {
      return "start the kernel with control groups";
    }
  }

  /**
   * The group of a process is no longer there.
   *
   * @param pid its number
   */
  record ControlGroupDeleted(long pid) implements ControlGroupReason {
    @Override
    public String text() {
      return "the control group of process " + pid + " has been deleted";
    }

    @Override
    public String remedy() {
      return "look at a live process";
    }
  }

  /**
   * The group of a process is not among those that are mounted here.
   *
   * @param group its path
   * @param controller what it would limit
   * @param pid the process's number
   */
  record ControlGroupHidden(String group, String controller, long pid)
      implements ControlGroupReason {
    @Override
    public String text() {
      return "no mounted control group shows " + group + " for controller " + controller;
    }

    @Override
    public String remedy() {
      return "run in the cgroup namespace and with the cgroup mounts of the host or of process "
          + pid;
    }
  }

  /**
   * The kernel does not limit such a thing.
   *
   * @param pid whose groups were read
   * @param controller what it would limit
   */
  record ControllerMissing(long pid, String controller) implements ControlGroupReason {
    @Override
    public String text() {
      return "no hierarchy of process " + pid + " has controller " + controller;
    }

    @Override
    public String remedy() {
      return "start the kernel with the " + controller + " controller enabled";
    }
  }

  /**
   * No group of a process says which CPUs it may use.
   *
   * @param pid its number
   * @param file what would say it
   */
  record CpusetMissing(long pid, String file) implements ControlGroupReason {
    @Override
    public String text() {
      return "no control group of process " + pid + " has " + file;
    }

    @Override
    public String remedy() {
      return "enable the cpuset controller; without it only the affinity limits the CPUs";
    }
  }

  /**
   * A new group has no file for a quota of CPU time.
   *
   * @param parent the group in which it was made
   * @param file the file's name
   * @param advice what would help besides
   */
  record QuotaFileMissing(String parent, String file, String advice) implements ControlGroupReason {
    @Override
    public String text() {
      return "a group below " + parent + " gets no " + file;
    }

    @Override
    public String remedy() {
      return "write +cpu into cgroup.subtree_control there; " + advice;
    }
  }

  /**
   * There is no group in which another could be made.
   *
   * @param advice what would help
   */
  record NoGroupVisible(String advice) implements ControlGroupReason {
    @Override
    public String text() {
      return "no control group is visible";
    }

    @Override
    public String remedy() {
      return advice;
    }
  }
}
