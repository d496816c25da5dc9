package dev.quarry.engine;

import dev.quarry.engine.cost.CostModel;
import dev.quarry.engine.cost.CpuUsage;
import dev.quarry.error.ServiceException;
import dev.quarry.kernel.Scratch;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import java.util.function.LongSupplier;

/** What a worker does with one job: memory, work, answer. Whatever the job throws, it is the job's and not the worker's. */
final class JobWorker {

    private final BlockStorage storage;
    private final PlanRunner runner;
    private final RequestListener listener;
    private final CostModel costs;
    private final FairJobQueue queue;
    private final LongSupplier cpuClock = CpuUsage.threadClock();

    JobWorker(BlockStorage storage, PlanRunner runner, RequestListener listener, CostModel costs, FairJobQueue queue) {
        this.queue = queue;
        this.costs = costs;
        this.storage = storage;
        this.runner = runner;
        this.listener = listener;
    }

    /** Runs a job, answers it, and says how much of its memory the result still holds. */
    long run(Grant grant, Scratch scratch) {
        Job job = grant.job();
        try {
            TransformResult result = work(grant, scratch);
            job.succeed(result);
            return result.plan().resultBytes();
        } catch (ServiceException refusal) {
            job.fail(refusal);
        } catch (OutOfMemoryError heap) {
            job.fail(EngineException.heapExhausted(heap));
        } catch (StackOverflowError stack) {
            job.fail(EngineException.stackExhausted(stack));
        } catch (InterruptedException stopped) {
            job.fail(EngineException.draining());
        } catch (Throwable defect) {
            job.fail(EngineException.failed(defect));
        }
        return 0;
    }

    /** The result; all other memory of the job is back before this returns. */
    private TransformResult work(Grant grant, Scratch scratch) throws InterruptedException {
        Job job = grant.job();
        TransformJob request = job.request();
        PipelinePlan plan = request.plan();
        refuseIfUseless(job);
        try (StorageScope scope = openScope(request)) {
            CpuUsage cpu = CpuUsage.on(cpuClock);
            StageRecorder stages = new StageRecorder(plan, listener, cpu);
            long start = System.nanoTime();
            stages.queued(job.size(), start - job.queuedNanos());
            refuseIfUseless(job);
            StorageScope resultScope = scope.split(request.name() + " result", plan.resultBytes());
            try {
                TransformResult result = runPlan(grant, scope, resultScope, stages, scratch);
                costs.learn(plan, cpu);
                queue.notePace(job.cost().totalNanos(), System.nanoTime() - start);
                listener.costed(job.cost().totalNanos(), cpu.totalNanos());
                return result;
            } catch (Throwable failed) {
                resultScope.close();
                throw failed;
            }
        }
    }

    private StorageScope openScope(TransformJob request) throws InterruptedException {
        return storage.openScope(
                request.name(),
                request.plan().reservedBytes(),
                request.deadline().atNanos());
    }

    private TransformResult runPlan(
            Grant grant, StorageScope scope, StorageScope resultScope, StageRecorder stages, Scratch scratch) {
        Job job = grant.job();
        PipelinePlan plan = job.request().plan();
        long most = plan.encoder().maxBytes(plan.resultSpec(), plan.options());
        GrowingBuffer output = resultScope.growingBuffer(most, storage.bytesWithin(plan.resultBytes()));
        try {
            runner.run(plan, job.request().source(), scope, output, scratch, job, stages);
        } catch (Throwable failed) {
            output.close();
            throw failed;
        }
        long used = scope.peakBytes() + resultScope.peakBytes();
        listener.completed(plan.encoder().format(), output.length(), plan.reservedBytes(), used);
        return new TransformResult(
                plan, resultScope, output, stages, used, () -> queue.giveMemory(grant.share(), plan.resultBytes()));
    }

    private static void refuseIfUseless(Job job) {
        if (job.isClientGone()) {
            throw EngineException.cancelled();
        }
        if (job.request().deadline().hasPassed()) {
            throw EngineException.deadline("in the queue");
        }
        job.check();
    }
}
