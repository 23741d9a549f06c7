package io.meshlog.sim.run;

import io.meshlog.sim.workload.*;

public final class Try {
    private Try() {}

    public static void main(String[] a) {
        Profile p = Profile.named(a[0]);
        long from = Long.parseLong(a[1]), to = Long.parseLong(a[2]);
        boolean v = a.length > 3;
        long t0 = System.nanoTime();
        int bad = 0;
        long steps = 0, events = 0;
        java.util.TreeMap<String, Integer> by = new java.util.TreeMap<>();
        long c0 = 0;
        var mx = java.lang.management.ManagementFactory.getThreadMXBean();
        for (long s = from; s <= to; s++) {
            if (s == from + (to - from) / 2) {
                c0 = mx.getCurrentThreadCpuTime();
            }
            Verdict r = Simulation.run(
                    new SimConfig(s, java.util.Objects.requireNonNull(p), new PlanMaker.Size(5, 200), "memory"));
            steps += r.steps();
            events += r.events();
            if (!r.passed()) {
                bad++;
                var viol = r.violation();
                String k = viol != null ? viol.invariant() + "" : "NOCONV";
                if (by.merge(k, 1, Integer::sum) <= 3) {
                    System.out.println(s + " " + r.plan().faults() + " "
                            + (viol != null
                                    ? viol.invariant() + " " + viol.subject() + " @" + viol.replica() + " "
                                            + viol.detail()
                                    : r.debts())
                            + " t=" + r.virtualMillis());
                    if (v && viol != null && viol.getCause() != null)
                        viol.getCause().printStackTrace(System.out);
                }
            }
        }
        System.out.println(
                "second half: cpu ms/seed=" + (mx.getCurrentThreadCpuTime() - c0) / 1e6 / ((to - from + 1) / 2.0));
        double sec = (System.nanoTime() - t0) / 1e9;
        System.out.println(by + " bad=" + bad + " seeds/s=" + (to - from + 1) / sec + " steps/seed="
                + steps / (to - from + 1) + " events/seed=" + events / (to - from + 1));
    }
}
