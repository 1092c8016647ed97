package dev.foliot.linux.reason;

import dev.foliot.text.Reason;

/** Why a control group's limits are unknown, or cannot be set. */
public sealed interface ControlGroupReason extends Reason {

  /**
   * A process is in no group.
   *
   * @param pid the process id
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
   * The group of a process was deleted.
   *
   * @param pid the process id
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
   * The group of a process is not mounted here.
   *
   * @param group the path of the group
   * @param controller the controller
   * @param pid the process id
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
   * The kernel has no such controller.
   *
   * @param pid the process id
   * @param controller the controller
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
   * No group of a process states which CPUs it may use.
   *
   * @param pid the process id
   * @param file the missing file
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
   * @param parent the parent group
   * @param file the file's name
   * @param advice further advice
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
   * No parent group for a new one is visible.
   *
   * @param advice the advice
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
